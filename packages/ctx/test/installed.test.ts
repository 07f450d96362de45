// Both packages as users get them: installed globally from their tarballs, used from a fresh home, and removed again.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { cleanEnvironment, type ProgramName, runFile } from './built.js';
import { temporaryFolder, writeFiles } from './folder.js';
import { type Packed, pack } from './packed.js';

const packed = new Map<ProgramName, Packed>();
const places: string[] = [];

beforeAll(() => {
  for (const program of ['ctx', 'ctxctl'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'ctx-packed-'));
    places.push(folder);
    packed.set(program, pack(program, folder));
  }
});

afterAll(() => {
  for (const folder of places) rmSync(folder, { recursive: true, force: true });
});

/** A prefix with the package in it, and a home of which npm knows nothing. */
function installed(program: ProgramName) {
  const [prefix, home, npmHome] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const npm = (...words: string[]) =>
    execFileSync('npm', [...words, '--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund'], {
      cwd: npmHome,
      env: cleanEnvironment(npmHome, { npm_config_update_notifier: 'false' }),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  npm('install', packed.get(program)?.tarball ?? '');
  const cwd = temporaryFolder({ '.git/HEAD': 'ref: refs/heads/main\n' });
  const run = (file: string, words: readonly string[]) =>
    runFile(join(prefix, 'bin', file), words, {
      cwd,
      env: { HOME: home, PATH: `${join(prefix, 'bin')}:${process.env['PATH']}` },
    });
  return { prefix, home, cwd, npm, run };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

it('ctx is installed, used from a fresh home and removed; what stays is what the docs say', async () => {
  const { prefix, home, cwd, npm, run } = installed('ctx');
  writeFiles(home, { '.claude/settings.json': '{ "model": "opus" }\n', '.bashrc': '# mine\n' });
  writeFiles(cwd, {
    'hello.yaml': 'model: script:./hello.script.yaml\nworkspace: .\nruns: [{ run_id: r1, task: Say it. }]\n',
    'hello.script.yaml': 'model: script/1\nreplies: [{ say: Done. }]\n',
  });
  const lines = [
    '--version',
    'help',
    'help --all',
    'docs install',
    'doctor --exit-zero',
    'init',
    'run hello.yaml --session-id hello --no-sandbox',
    'verify hello',
    'report hello --out report',
    'list-sessions',
    'pad add a-note',
    'init --hooks --host claude-code --scope user',
    'hooks list --scope user',
    'completion bash',
    'schema session-config --out editor/session.json',
    'hooks remove --scope user',
  ];
  for (const line of lines) {
    const { exitCode, stderr } = await run('ctx', line.split(' '));
    expect({ line, exitCode, stderr }).toMatchObject({ exitCode: 0 });
  }
  const page = execFileSync('man', ['ctx'], {
    env: cleanEnvironment(home, { MANPATH: join(prefix, 'share/man'), MANPAGER: 'cat', MANWIDTH: '80' }),
    encoding: 'utf8',
  });
  expect(page).toContain('ctx run [PROMPT]');

  npm('uninstall', 'ctx-cli');
  expect(filesBelow(prefix).filter((file) => !file.startsWith('lib/node_modules/.package-lock'))).toEqual([]);
  const left = filesBelow(home);
  const documented = ['.local/state/ctx', '.config/ctx', '.local/share/ctx', '.cache/ctx'];
  const besides = left.filter((file) => !documented.some((folder) => file.startsWith(`${folder}/`)));
  expect(besides).toEqual(['.bashrc', '.claude/settings.json']);
  expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe('{ "model": "opus" }\n');
});

it('ctxctl is a package of its own: it installs and works without ctx and without the repository', async () => {
  const { prefix, home, cwd, npm, run } = installed('ctxctl');
  expect(existsSync(join(prefix, 'bin/ctx'))).toBe(false);
  execFileSync('git', ['init', '-q', cwd], { env: cleanEnvironment(home) });
  expect(await run('ctxctl', ['--version'])).toMatchObject({
    exitCode: 0,
    stdout: `ctxctl ${manifest.version}\n`,
  });
  for (const line of [
    'help',
    'schema',
    'schema clean-host-config',
    'audit list',
    'contract clean-host --help',
  ])
    expect([line, await run('ctxctl', line.split(' '))]).toMatchObject([line, { exitCode: 0, stderr: '' }]);
  const small = join(cwd, 'small');
  mkdirSync(small);
  writeFiles(small, {
    'package.json': '{"name":"small","version":"1.0.0","bin":{"small":"small.cjs"}}',
    'small.cjs': '#!/usr/bin/env node\nconsole.log("small 1.0.0");\n',
  });
  const contract = await run('ctxctl', ['contract', 'clean-host', '--package', small, '--offline', '--json']);
  expect(contract).toMatchObject({ exitCode: 0 });
  npm('uninstall', 'ctxctl');
  expect(filesBelow(prefix).filter((file) => !file.startsWith('lib/node_modules/.package-lock'))).toEqual([]);
});

it('neither package holds sources, tests, compiled code or anything of the other', () => {
  const files = packed.get('ctxctl')?.files ?? [];
  expect(files.filter((file) => !file.startsWith('dist/')).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'man/ctxctl.1',
    'package.json',
  ]);
  expect(files).toContain('dist/THIRD-PARTY-LICENSES.txt');
  expect(files.filter((file) => /(?<!\.d)\.ts$|compiled|fixture|\.map$/.test(file))).toEqual([]);
});

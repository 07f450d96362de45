// What a start loads, seen by the process itself: the built program, and one command's files of it.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { commands } from '../src/commands/index.js';
import { temporaryFolder } from './folder.js';

const built = join(inject('builtPrograms'), 'ctx');

describe('a start', () => {
  it.each([
    ['--version', ['ctx.cjs', 'kernel.cjs', 'version.cjs']],
    ['sysinfo', ['ctx.cjs', 'kernel.cjs', 'sysinfo.cjs', 'memory-pressure.cjs']],
    ['help', ['ctx.cjs', 'kernel.cjs', 'help.cjs', 'shipped.cjs']],
  ])('with %s loads the program, that command and nothing of the others', (word, files) => {
    expect(loadedBy(word).map(withoutHash)).toEqual(files);
  });

  it('of a scan loads the scan, and of the readers those that the repository needs', () => {
    const scan = [
      'ctx.cjs',
      'kernel.cjs',
      'scan-repo.cjs',
      'scan.cjs',
      'file-list.cjs',
      'rolldown-runtime.cjs',
      'run-git.cjs',
    ];
    const files = { Dockerfile: 'FROM node:22\n', '.github/workflows/ci.yml': 'on: push\njobs: {}\n' };
    expect(loadedBy('scan-repo', temporaryFolder(files)).map(withoutHash)).toEqual(scan);
    const go = temporaryFolder({ ...files, 'go.mod': 'module a\n' });
    expect(loadedBy('scan-repo', go).map(withoutHash)).toEqual([...scan, 'go.cjs']);
  });

  it('of a recommendation adds the catalog to the scan, and what builds an index only where there is none', () => {
    const [home, project] = [temporaryFolder(), temporaryFolder({ Dockerfile: 'FROM node:22\n' })];
    const first = loadedBy('recommend', project, home).map(withoutHash);
    expect(first).toContain('build.cjs');
    // Several are loaded side by side, so their order is not settled.
    expect(loadedBy('recommend', project, home).map(withoutHash).toSorted()).toEqual([
      'catalog.cjs',
      'ctx.cjs',
      'file-list.cjs',
      'kernel.cjs',
      'recommend.cjs',
      'rolldown-runtime.cjs',
      'run-git.cjs',
      'scan.cjs',
    ]);
  });

  it('with a word that is no command loads the words for it, and no command', () => {
    expect(loadedBy('sysinof').map(withoutHash)).toEqual(['ctx.cjs', 'kernel.cjs', 'words.cjs']);
  });

  it('leaves the costly parts of Node alone', () => {
    const source = readFileSync(join(built, 'kernel.cjs'), 'utf8');
    const modules = [...source.matchAll(/require\("(node:[^"]+)"\)/g)].map(([, name]) => name);
    expect(modules.toSorted()).toEqual(['node:fs', 'node:util']);
  });
});

describe('an event of a host', () => {
  const initialised = () => temporaryFolder({ '.context/config.yaml': '', '.git/HEAD': '' });
  const hook = (event: string, cwd: string) =>
    started('ctx', ['hook', 'claude-code', event], {
      cwd,
      input: JSON.stringify({ session_id: 'one', cwd }),
    });
  /** Node's own module for scripts is there for the compiled code that is remembered. */
  const bare = () => {
    const cwd = temporaryFolder({ 'bare.cjs': 'require("node:vm");' });
    return started('bare', [], { cwd, file: join(cwd, 'bare.cjs') }).ofNode;
  };

  it.each([
    ['UserPromptSubmit', ['ctx.cjs', 'hook-prompt.cjs']],
    ['PreToolUse', ['ctx.cjs', 'hook-tool.cjs']],
    ['PostToolUse', ['ctx.cjs', 'hook-tool.cjs']],
    ['Stop', ['ctx.cjs', 'hook-any.cjs', 'session-checks.cjs']],
    ['AnythingElse', ['ctx.cjs', 'hook-any.cjs']],
  ])('%s loads what answers it, and nothing of Node besides', (event, files) => {
    expect(hook(event, initialised())).toEqual({ files, ofNode: bare() });
  });

  it('loads nothing where no project is initialised', () => {
    expect(hook('UserPromptSubmit', temporaryFolder()).files).toEqual(['ctx.cjs']);
  });

  it('loads the relay where audit reports are relayed, and cryptography only for a report', () => {
    const relay = started('ctxctl', ['audit-relay'], { cwd: initialised(), input: '{"prompt":"x"}' });
    expect(relay).toEqual({ files: ['ctxctl.cjs', 'relay-answer.cjs'], ofNode: bare() });
  });
});

it('finds every command of the index in its file', () => {
  const names = Object.keys(commands);
  const files = names.map((name) => join(built, `${name.replaceAll(' ', '-')}.cjs`));
  // What they share is the program itself, which starts as well: it ends after this.
  const tell = `require('node:fs').writeSync(1, JSON.stringify(${JSON.stringify(files)}.map((file) => require(file).default.name)) + '\\n')`;
  const { stdout } = spawnSync(process.execPath, ['-e', tell, 'ctx', '--version'], { encoding: 'utf8' });
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toEqual(names);
});

it('has every file that one of its files loads', () => {
  const files = readdirSync(built).filter((file) => file.endsWith('.cjs'));
  const loaded = files.flatMap((file) =>
    [...readFileSync(join(built, file), 'utf8').matchAll(/require\(["'`]\.\/([^"'`]+\.cjs)["'`]\)/g)].map(
      ([, other = '']) => other,
    ),
  );
  expect(new Set(loaded).size).toBeGreaterThan(20);
  expect([...new Set(loaded)].filter((file) => !files.includes(file))).toEqual([]);
});

it('declares no schema in a command’s code: they ship as files', () => {
  const commands = readdirSync(built).filter((file) => file.endsWith('.cjs'));
  const declaring = commands.filter((file) =>
    /\breturns:(?!void 0)/.test(readFileSync(join(built, file), 'utf8')),
  );
  expect(commands).toContain('pad-add.cjs');
  expect(declaring).toEqual([]);
});

function loadedBy(word: string, cwd = temporaryFolder(), home?: string): readonly string[] {
  return started('ctx', [word], { cwd, home }).files;
}

interface Loaded {
  /** Of the program. */
  readonly files: readonly string[];
  readonly ofNode: readonly string[];
}

interface Start {
  readonly cwd: string;
  readonly home?: string | undefined;
  readonly input?: string;
  readonly file?: string;
}

function started(
  program: string,
  words: readonly string[],
  { cwd, home, input = '', file = join(inject('builtPrograms'), program, `${program}.cjs`) }: Start,
): Loaded {
  const folder = temporaryFolder({ 'list.cjs': listing });
  const out = join(folder, 'loaded');
  spawnSync(process.execPath, ['--require', join(folder, 'list.cjs'), file, ...words], {
    env: { HOME: home ?? folder, LOADED: out },
    cwd,
    input,
  });
  const { files, ofNode }: { files: string[]; ofNode: string[] } = JSON.parse(readFileSync(out, 'utf8'));
  const own = files.filter((path) => dirname(path) === dirname(file) && path.endsWith('.cjs'));
  return { files: own.map((path) => basename(path)), ofNode: ofNode.toSorted() };
}

/** Node loads the first file, and that one opens the others. */
const listing = `
  const fs = require('node:fs');
  const { openSync } = fs;
  const opened = [];
  fs.openSync = (path, ...rest) => {
    opened.push(path);
    return openSync(path, ...rest);
  };
  process.on('exit', () => {
    const files = [...Object.keys(require.cache), ...opened];
    fs.writeFileSync(process.env.LOADED, JSON.stringify({ files, ofNode: process.moduleLoadList }));
  });
`;

function withoutHash(file: string): string {
  return file.replace(/-[\w-]{8}\.cjs$/, '.cjs');
}

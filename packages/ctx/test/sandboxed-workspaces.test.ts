// Confined runs in workspaces of every kind, and with MCP servers.

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cleanEnvironment, runBuilt } from './built.js';
import { temporaryFolder } from './folder.js';
import { oneToolServer } from './mcp-servers.js';
import { bash, only, outputs, project, recordsIn, run, script } from './sandboxed-project.js';

/** A server whose one tool says what it can read. */
const lookingServer = oneToolServer(
  'look',
  `const state = (path) => { try { require('fs').readFileSync(path); return 'ok'; } catch (error) { return error.code; } };`,
  `'key: ' + state(process.env.HOME + '/.ssh/id_ed25519') + ', secret: ' + state('.env') + ', readme: ' + state('server.cjs')`,
);

describe('a workspace', () => {
  const sandboxed = ['--model', 'script:s.json', '--sandbox'];

  it('may stand behind a link: commands work where it really is', async () => {
    const { cwd, env } = project({ 's.json': script(bash('pwd -P; echo x > made')) });
    const link = join(temporaryFolder(), 'link');
    symlinkSync(cwd, link);
    expect(await runBuilt('ctx', [...run, ...sandboxed], { cwd: link, env })).toMatchObject({ exitCode: 0 });
    expect(outputs(recordsIn(cwd))).toEqual([`${cwd}\n`]);
  });

  it('may lie on another file system, and its .env cannot be committed empty', async () => {
    const cwd = mkdtempSync('/dev/shm/ctx-workspace-');
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    const commands = ['git init -q', 'git add -f .env', 'git ls-files', 'echo x > made && cat made'];
    writeFileSync(join(cwd, '.env'), 'SECRET=1');
    writeFileSync(join(cwd, 's.json'), script(...commands.map(bash)));
    await runBuilt('ctx', [...run, ...sandboxed], { cwd, env: { HOME: temporaryFolder() } });
    expect(outputs(recordsIn(cwd)).slice(1)).toEqual([
      expect.stringContaining('Permission denied'),
      '',
      'x\n',
    ]);
  });

  it('may be a worktree of git: commits work, and the hooks and settings of the repository stay as they are', async () => {
    const home = temporaryFolder({ '.gitconfig': '[user]\n\tname = Ada\n\temail = ada@example.test\n' });
    const main = temporaryFolder({ 'a.txt': 'a' });
    const git = (cwd: string, ...words: string[]) =>
      execFileSync('git', words, { cwd, env: cleanEnvironment(home), encoding: 'utf8' });
    git(main, 'init', '-q');
    git(main, 'add', '.');
    git(main, 'commit', '-qm', 'first');
    mkdirSync(join(main, '.git/hooks'), { recursive: true });
    const cwd = join(temporaryFolder(), 'tree');
    git(main, 'worktree', 'add', '-q', cwd);
    const hooks = join(main, '.git/hooks/pre-commit');
    const calls = [
      bash('git commit -q --allow-empty -m inside'),
      bash(`echo evil > ${hooks}`),
      bash('git config a.b evil'),
    ];
    writeFileSync(join(cwd, 's.json'), script(...calls));
    await runBuilt('ctx', [...run, ...sandboxed], { cwd, env: { HOME: home } });
    expect(outputs(recordsIn(cwd))).toEqual([
      '',
      expect.stringContaining('Read-only'),
      expect.stringContaining('could not'),
    ]);
    expect(git(cwd, 'log', '-1', '--format=%an %s')).toBe('Ada inside\n');
    expect(existsSync(hooks)).toBe(false);
    expect(readFileSync(join(main, '.git/config'), 'utf8')).not.toContain('evil');
  });

  it('has MCP servers that are confined like everything else', async () => {
    const { cwd, env } = project({
      's.json': script({ tool: 'mcp__files__look', input: {} }),
      'server.cjs': lookingServer,
      '.mcp.json': JSON.stringify({
        mcpServers: { files: { command: process.execPath, args: ['server.cjs'] } },
      }),
    });
    await runBuilt('ctx', ['trust', '--yes'], { cwd, env });
    const answer = await runBuilt('ctx', [...run, ...sandboxed], { cwd, env });
    expect(answer).toMatchObject({ exitCode: 0 });
    expect(outputs(recordsIn(cwd))).toEqual(['key: ENOENT, secret: EACCES, readme: ok']);
    expect(only(recordsIn(cwd), 'run.opened')[0]?.['servers']).toEqual([
      { server: 'files', state: 'ready', tools: 1 },
    ]);
  });
});

it('a person can trust an MCP server to run outside of the sandbox, and take it back', async () => {
  const { cwd, env } = project({
    's.json': script({ tool: 'mcp__files__look', input: {} }),
    'server.cjs': lookingServer,
    '.mcp.json': JSON.stringify({
      mcpServers: { files: { command: process.execPath, args: ['server.cjs'] } },
    }),
  });
  const ran = async (id: string) => {
    const words = ['run', '--task', 'Go.', '--session-id', id, '--model', 'script:s.json', '--sandbox'];
    await runBuilt('ctx', words, { cwd, env });
    const [opened] = only(recordsIn(cwd, id), 'run.opened');
    return [outputs(recordsIn(cwd, id))[0], opened?.['servers']];
  };
  const unknown = await runBuilt('ctx', ['trust', '--yes', '--outside', 'filse'], { cwd, env });
  expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Did you mean files?') });
  await runBuilt('ctx', ['trust', '--yes', '--outside', 'files'], { cwd, env });
  const { stdout } = await runBuilt('ctx', ['trust', 'list'], { cwd, env });
  expect(stdout).toMatch(/\.mcp\.json#files {2}trusted\n +outside of the sandbox: files: /);
  const outside = { server: 'files', state: 'ready', tools: 1, outside: true };
  expect(await ran('s1')).toEqual(['key: ok, secret: ok, readme: ok', [outside]]);

  await runBuilt('ctx', ['trust', 'revoke', '.mcp.json#files'], { cwd, env });
  const inside = { server: 'files', state: 'ready', tools: 1 };
  expect(await ran('s2')).toEqual(['key: ENOENT, secret: EACCES, readme: ok', [inside]]);

  await runBuilt('ctx', ['trust', '--yes', '--outside', 'files'], { cwd, env });
  writeFileSync(join(cwd, 'server.cjs'), `${lookingServer}\n// changed`);
  expect(await runBuilt('ctx', ['trust', 'list'], { cwd, env })).toMatchObject({
    stdout: expect.stringMatching(/\.mcp\.json#files {2}changed/),
  });
});

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MemoryProject, memoryProject } from '../../test/memory-project.js';
import { newIdentity } from '../age/keys.js';
import { ownIdentity, type ProcessIdentity } from '../disk/process-identity.js';
import { makeTemporaryFolder } from '../disk/temporary-folder.js';
import { examined } from '../doctor/check.js';
import { machineChecks } from '../doctor/machine-checks.js';

async function check(project: MemoryProject, name: string, ...argv: string[]) {
  // What others left among the machine's temporary files is not looked at.
  project.env['TMPDIR'] ??= project.home;
  const { checks } = await project.data('doctor', '--exit-zero', ...argv);
  const all: { name: string }[] = Array.isArray(checks) ? checks : [];
  return all.find((found) => found.name === name);
}

describe('ctx doctor', () => {
  it('finds a fresh project healthy', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'x');
    await project.data('pad', 'edit', '1', 'y');
    const { checks } = await project.data('doctor', '--exit-zero');
    const names = (Array.isArray(checks) ? checks : []).map(({ name }) => name);
    expect(names).toEqual([
      'context',
      'config',
      'git ignore',
      'git merge',
      'files',
      'leftovers',
      'locks',
      'sessions',
      'mcp',
      'key',
      'pad',
      'pad history',
      'hooks',
      'hook errors',
      'trust',
      'node',
      'disk',
      'memory',
      'clock',
      'sandbox',
      'sandbox folders',
    ]);
    expect(await check(project, 'pad')).toMatchObject({ state: 'ok', says: 'entries: 1, for 1 key' });
    expect(await check(project, 'pad history')).toMatchObject({ state: 'ok', says: 'earlier states: 2' });
    expect((await project.text('doctor')).stdout).toMatch(/context +ok +/);
  });

  it('says how to begin where there is no memory', async () => {
    const project = await memoryProject({ init: false });
    expect(await project.data('doctor', '--exit-zero')).toMatchObject({ healthy: false });
    expect(await check(project, 'context')).toMatchObject({
      state: 'error',
      fix: expect.stringContaining('ctx init'),
    });
    expect((await project.text('doctor', '--exit-zero')).stdout).toContain('Something needs you.');
  });

  it('ends with 1 on an error, shows what it found all the same, and with --exit-zero ends with 0', async () => {
    const project = await memoryProject();
    project.write('reminders.json', '{ broken');
    const { exitCode, stdout, stderr } = await project.text('doctor');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/files +error .*Something needs you\.\n$/s);
    expect(stderr).toMatch(/found (?:an error|errors): .*files/);
    expect(await project.error('doctor')).toMatchObject({
      code: 'unhealthy',
      details: { healthy: false, checks: expect.arrayContaining([]) },
    });
    expect((await project.text('doctor', '--exit-zero')).exitCode).toBe(0);
  });

  it('closes a key to others, if it is told to', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'x');
    const key = join(project.home, '.config', 'ctx', 'identity.txt');
    chmodSync(key, 0o644);
    chmodSync(join(key, '..'), 0o755);
    expect(await check(project, 'key')).toMatchObject({ state: 'error', fixable: true, fixed: false });
    expect((await project.text('doctor')).stdout).toContain('(or: ctx doctor --fix)');
    expect(statSync(key).mode & 0o777).toBe(0o644);
    expect(await check(project, 'key', '--fix')).toMatchObject({ state: 'ok', fixed: true });
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(statSync(join(key, '..')).mode & 0o777).toBe(0o700);
  });

  it('knows the keys that come from elsewhere', async () => {
    const project = await memoryProject();
    expect(await check(project, 'key')).toMatchObject({ state: 'skipped' });
    expect(await check(project, 'pad')).toMatchObject({ state: 'skipped' });
    project.env['CTX_AGE_PASSPHRASE'] = 'x';
    expect(await check(project, 'key')).toMatchObject({
      state: 'ok',
      says: 'a passphrase, from CTX_AGE_PASSPHRASE',
    });
    project.env['CTX_AGE_IDENTITY'] = newIdentity();
    expect(await check(project, 'key')).toMatchObject({ state: 'ok', says: 'CTX_AGE_IDENTITY' });
    project.env['CTX_AGE_IDENTITY'] = 'AGE-SECRET-KEY-1X';
    expect(await check(project, 'key')).toMatchObject({ state: 'error' });
  });

  it('mends what git should ignore, and keeps what is there', async () => {
    const project = await memoryProject();
    project.write('.gitignore', 'mine\nsessions/');
    expect(await check(project, 'git ignore')).toMatchObject({ state: 'warning', fixable: true });
    expect(await check(project, 'git ignore', '--fix')).toMatchObject({ state: 'ok', fixed: true });
    expect(project.read('.gitignore')).toMatch(/^mine\nsessions\/\nstate\/\n/);
    rmSync(project.path('.gitignore'));
    expect(await check(project, 'git ignore', '--fix')).toMatchObject({ fixed: true });
    expect(project.read('.gitignore')).toContain('scratchpad.history/');
  });

  it('finds whatever killed processes left, removes it and names it, and leaves all else', async () => {
    const project = await memoryProject();
    const gone = (2 ** 30).toString(16);
    const here = process.pid.toString(16);
    const left = [
      `.context/.ctx-0123456789ab${gone}.tmp`,
      `.context/scratchpad.lock.0123456789ab${gone}.tmp`,
      '.context/scratchpad.lock.a1b2c3d4',
      '.context/TASKS.md.lock',
      `.context/sessions.0123456789ab${gone}.tmp/.gitignore`,
      `.context/scratch/.a-session.${2 ** 30}/file`,
      `.claude/.ctx-0123456789ab${gone}.tmp`,
      `some/where/.ctx-0123456789ab${gone}.tmp/index.html`,
      `../.local/state/ctx/sessions/x.0123456789ab${gone}.tmp`,
      `../.config/ctx/.ctx-0123456789ab${gone}.tmp`,
    ];
    const kept = [
      `.context/.ctx-0123456789ab${here}.tmp`,
      '.context/mine.tmp',
      '.context/scratch/.hidden',
      `some/where/.ctx-notes.tmp`,
    ];
    const age = (path: string, minutes: number) => {
      const time = new Date(project.clock.now() - minutes * 60_000);
      utimesSync(path, time, time);
    };
    for (const path of [...left, ...kept]) {
      const file = join(project.root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '{}');
      age(file, 2);
      age(dirname(file), 2);
    }
    const found = await check(project, 'leftovers');
    expect(found).toMatchObject({ state: 'warning', fixable: true });
    const mended = await check(project, 'leftovers', '--fix');
    expect(mended).toMatchObject({ state: 'ok', fixed: true });
    for (const path of left) {
      expect(existsSync(join(project.root, path))).toBe(false);
      const [name = ''] = /[^/]*(\.tmp|\.lock[^/]*|\.\d+)(?=\/|$)/.exec(path) ?? [];
      expect(JSON.stringify(found)).toContain(name);
      expect(JSON.stringify(mended)).toContain(name);
    }
    for (const path of kept) expect(existsSync(join(project.root, path))).toBe(true);
    expect(await check(project, 'leftovers')).toMatchObject({ state: 'ok', says: 'nothing is lying about' });
  });

  it('removes what killed processes left among the temporary files, and nothing that is in use or not ours', async () => {
    const project = await memoryProject();
    const tmp = join(project.home, 'tmp');
    mkdirSync(tmp);
    project.env['TMPDIR'] = tmp;
    const gone = { ...ownIdentity(), pid: 2 ** 22 };
    const folder = (purpose: string, { pid, start, namespace }: ProcessIdentity) =>
      `ctx-${purpose}-${pid}-${start ?? 'x'}-${/\d+/.exec(namespace ?? '')?.[0] ?? 'x'}-abc123`;
    const left = [folder('replay', gone), folder('verify', gone), folder('sandbox', gone)];
    const kept = [folder('replay', ownIdentity()), 'ctx-replay-notes', 'other-replay'];
    for (const name of [...left, ...kept]) mkdirSync(join(tmp, name));
    symlinkSync(project.root, join(tmp, folder('doctor', gone)));
    const found = await check(project, 'leftovers');
    for (const name of left) expect(JSON.stringify(found)).toContain(name);
    expect(await check(project, 'leftovers', '--fix')).toMatchObject({ state: 'ok', fixed: true });
    expect(readdirSync(tmp).sort()).toEqual([...kept, folder('doctor', gone)].sort());
    expect(basename(makeTemporaryFolder('verify', tmp))).toMatch(
      new RegExp(`^${folder('verify', ownIdentity()).slice(0, -6)}`),
    );
  });

  it('shows locks, and whose owners nobody here can see', async () => {
    const project = await memoryProject();
    expect(await check(project, 'locks')).toMatchObject({ state: 'ok', says: 'none is held' });
    project.write('scratchpad.lock', JSON.stringify({ pid: 7, start: null, host: 'elsewhere.example' }));
    expect(await check(project, 'locks')).toMatchObject({
      state: 'warning',
      says: expect.stringMatching(/\.context\/scratchpad\.lock by process 7 on elsewhere\.example since 2/),
      fix: expect.stringContaining('ctx unlock'),
    });
    expect(await check(project, 'leftovers')).toMatchObject({ state: 'ok' });
  });

  it.each([
    ['the log is a folder', (project: MemoryProject) => mkdirSync(project.path('state/hook-errors.log'))],
    [
      'their folder is a file',
      (project: MemoryProject) => {
        rmSync(project.path('state'), { recursive: true });
        project.write('state', '');
      },
    ],
  ])('does not call hook errors none where nothing can be written down: %s', async (_, damage) => {
    const project = await memoryProject();
    mkdirSync(project.path('state'), { recursive: true });
    damage(project);
    expect(await check(project, 'hook errors')).toMatchObject({ state: 'error' });
  });

  it('says what is wrong with config, files, pad, history and sessions', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'x');
    await project.data('pad', 'edit', '1', 'y');
    project.write('config.yaml', 'pat: 1\n');
    project.write('TASKS.md', '```\n');
    mkdirSync(project.path('sessions'));
    project.write('sessions/x.jsonl', 'nonsense\n');
    project.env['CTX_AGE_IDENTITY'] = newIdentity();
    expect(await check(project, 'config')).toMatchObject({ state: 'error', fix: 'Did you mean `pad`?' });
    expect(await check(project, 'files')).toMatchObject({ state: 'error' });
    expect(await check(project, 'pad')).toMatchObject({ state: 'error' });
    expect(await check(project, 'pad history')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('slots 2'),
    });
    expect(await check(project, 'sessions')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('1 of 1'),
    });
    project.write('config.yaml', 'pad:\n  encrypted: false\n  recipients: [age1x]\n');
    expect(await check(project, 'config')).toMatchObject({
      says: 'a new pad is plain, shared with 1 more keys',
    });
  });

  it('finishes a change of form that was killed half-way, and only that', async () => {
    const project = await memoryProject();
    await project.data('pad', 'decrypt');
    await project.data('pad', 'add', 'x');
    const plain = project.read('scratchpad.md');
    await project.data('pad', 'encrypt');
    project.write('scratchpad.md', plain.replace('> x', '> other'));
    expect(await check(project, 'pad', '--fix')).toMatchObject({
      state: 'error',
      fixed: false,
      says: expect.stringContaining('they differ'),
    });
    project.write('scratchpad.md', plain);
    expect(await check(project, 'pad')).toMatchObject({ state: 'error', fixable: true });
    expect(await check(project, 'pad', '--fix')).toMatchObject({
      state: 'ok',
      fixed: true,
      says: 'removed: scratchpad.md; entries: 1, for 1 key',
    });
  });

  it.each([
    ['{"mcpServers": {"a": {"command": "x"}, "b": {"url": "http://x"}}}', 'ok'],
    ['{', 'error'],
    ['[]', 'error'],
    ['{"mcpServers": {"a": {}}}', 'error'],
    ['{"mcpServers": {"a": 1}}', 'error'],
  ])('looks at .mcp.json: %s', async (text, state) => {
    const project = await memoryProject();
    writeFileSync(join(project.root, '.mcp.json'), text);
    expect(await check(project, 'mcp')).toMatchObject({ state });
  });

  it.each([
    ['v20.18.3', 'error'],
    ['v20.19.0', 'ok'],
    ['v18.20.0', 'error'],
    ['v22.0.0', 'ok'],
  ])('judges Node %s: %s', async (nodeVersion, state) => {
    const facts = { folder: '/', nodeVersion, now: 0, platform: 'linux', psiFile: '/missing' } as const;
    const found = await Promise.all(
      machineChecks(facts).map(async (one) => [
        one.name,
        (await examined(one, () => ({ message: '' }))).state,
      ]),
    );
    expect(Object.fromEntries(found)).toMatchObject({ node: state, clock: 'error', memory: 'skipped' });
  });

  it('warns where tasks wait for memory', async () => {
    const project = await memoryProject();
    const psiFile = join(project.root, 'pressure');
    const facts = {
      folder: '/',
      nodeVersion: 'v22.0.0',
      now: Date.now(),
      platform: 'linux',
      psiFile,
    } as const;
    const state = async (some: number, full: number) => {
      writeFileSync(
        psiFile,
        `some avg10=${some} avg60=0 avg300=0 total=0\nfull avg10=${full} avg60=0 avg300=0 total=0\n`,
      );
      const memory = machineChecks(facts).find(({ name }) => name === 'memory');
      return memory === undefined ? undefined : (await examined(memory, () => ({ message: '' }))).state;
    };
    expect(await state(0, 0)).toBe('ok');
    expect(await state(20, 0)).toBe('warning');
    expect(await state(50, 20)).toBe('error');
  });
});

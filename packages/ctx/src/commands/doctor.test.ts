import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, runNode } from '../../test/built.js';
import { check } from '../../test/doctor-check.js';
import { type MemoryProject, memoryProject } from '../../test/memory-project.js';
import { newIdentity } from '../age/keys.js';
import { examined } from '../doctor/check.js';
import { machineChecks } from '../doctor/machine-checks.js';

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
      'agents',
      'trust',
      'own config',
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
    expect((await project.text('doctor', '--exit-zero')).stdout).toContain(
      'Some checks need your attention.',
    );
  });

  it('ends with 1 on an error, shows what it found all the same, and with --exit-zero ends with 0', async () => {
    const project = await memoryProject();
    project.write('reminders.json', '{ broken');
    const { exitCode, stdout, stderr } = await project.text('doctor');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/files +error .*Some checks need your attention\.\n$/s);
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

  it('says that git is not installed, and not that there is no repository', async () => {
    const { root, home } = await memoryProject();
    execFileSync('git', ['init', '-q', root]);
    const argv = [join(builtFolder(), 'ctx.cjs'), 'doctor', '--exit-zero', '--json'];
    const { stdout } = await runNode(argv, { cwd: root, env: { HOME: home, PATH: home, TMPDIR: home } });
    const merge = JSON.parse(stdout).data.checks.find(({ name }: { name: string }) => name === 'git merge');
    expect(merge).toMatchObject({ state: 'skipped', says: expect.stringContaining('git is not installed') });
  });

  it('warns of nothing private where only runs were made, whose folder keeps itself out of git', async () => {
    const project = await memoryProject({ init: false });
    mkdirSync(project.path('sessions'), { recursive: true });
    writeFileSync(project.path('sessions', '.gitignore'), '*\n');
    expect(await check(project, 'git ignore')).toMatchObject({ state: 'ok' });
    writeFileSync(project.path('reminders.json'), '[]');
    expect(await check(project, 'git ignore')).toMatchObject({
      state: 'warning',
      says: expect.stringMatching(/: reminders\.json$/),
    });
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
    project.write('config.yaml', 'hooks:\n  deny: ["Bash(rm *"]\n');
    expect(await check(project, 'config')).toMatchObject({
      state: 'error',
      says: expect.stringContaining('`Bash(rm *` cannot be read, which denies Bash altogether'),
    });
    project.write('config.yaml', 'pad:\n  encrypted: false\n  recipients: [age1x]\n');
    expect(await check(project, 'config')).toMatchObject({
      says: 'a new pad is plain, shared with 1 more key',
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

  it.each(['rnu: { model: haiku }', '{bad'])(
    'finds that your own config cannot be used: %s',
    async (text) => {
      const project = await memoryProject();
      const folder = join(project.home, '.config/ctx');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'config.yaml'), text, { mode: 0o600 });
      expect(await check(project, 'own config')).toMatchObject({
        state: 'error',
        says: expect.stringContaining('config.yaml'),
      });
    },
  );

  it('warns of a rule that names no tool, but nearly one', async () => {
    const project = await memoryProject();
    project.write('config.yaml', 'hooks:\n  deny: ["Bsh(git push *)"]\n');
    expect(await check(project, 'config')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('did you mean `Bash`?'),
    });
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

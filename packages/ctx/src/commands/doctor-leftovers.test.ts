import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../test/doctor-check.js';
import { memoryProject } from '../../test/memory-project.js';
import { ownIdentity, type ProcessIdentity } from '../disk/process-identity.js';
import { makeTemporaryFolder } from '../disk/temporary-folder.js';

describe('ctx doctor, of what killed processes left,', () => {
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
    const theirs = [
      'yarn.lock',
      'some/Cargo.lock',
      '.claude/poetry.lock',
      '.context/scratch/a-session/flake.lock',
      `.context/scratch/a-session/cache-0123456789ab${gone}.tmp`,
      `some/cache-0123456789ab${gone}.tmp`,
      `.claude/cache.0123456789ab${gone}.tmp`,
      `scratch/.notes.${2 ** 30}`,
      '../.config/ctx/empty.lock',
    ];
    const kept = [
      `.context/.ctx-0123456789ab${here}.tmp`,
      '.context/mine.tmp',
      '.context/scratch/.hidden',
      `some/where/.ctx-notes.tmp`,
      ...theirs,
    ];
    const age = (path: string, minutes: number) => {
      const time = new Date(project.clock.now() - minutes * 60_000);
      utimesSync(path, time, time);
    };
    const lock = JSON.stringify({ ...ownIdentity(), pid: 2 ** 22 });
    const contents: Readonly<Record<string, string>> = {
      'yarn.lock': '',
      'some/Cargo.lock': 'a'.repeat(5_000),
    };
    const contentOf = (path: string) => contents[path] ?? (left.includes(path) ? lock : '{}');
    for (const path of [...left, ...kept]) {
      const file = join(project.root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, contentOf(path));
      age(file, theirs.includes(path) ? 120 : 2);
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
});

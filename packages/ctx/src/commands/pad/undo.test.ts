import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allSlots, history, slots, texts } from '../../../test/kept-pads.js';
import { type MemoryProject, memoryProject } from '../../../test/memory-project.js';
import { onTerminal } from '../../../test/on-terminal.js';

describe('ctx pad undo', () => {
  it('with an empty history says so kindly and exits 0', async () => {
    const project = await memoryProject();
    const { stdout, exitCode } = await project.text('pad', 'undo');
    expect([stdout, exitCode]).toEqual(['There is nothing to undo.\n', 0]);
    expect((await project.text('pad', 'undo', '--list')).stdout).toBe('There is nothing to undo.\n');
  });

  it('restores the newest state byte for byte; twice is a redo', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    await project.data('pad', 'add', 'b');
    const before = readFileSync(project.path('scratchpad.age'));
    await project.data('pad', 'rm', '1');
    const after = readFileSync(project.path('scratchpad.age'));
    expect(await project.data('pad', 'undo')).toMatchObject({
      action: 'undone',
      slot: 3,
      operation: 'rm',
      entries_before: 1,
      entries_after: 2,
    });
    expect(readFileSync(project.path('scratchpad.age')).equals(before)).toBe(true);
    expect(await project.data('pad', 'undo')).toMatchObject({ action: 'undone', operation: 'undo' });
    expect(readFileSync(project.path('scratchpad.age')).equals(after)).toBe(true);
    expect((await project.text('pad', 'undo')).stdout).toContain('Once more takes this back');
    expect(await texts(project)).toEqual(['a', 'b']);
  });

  it('walks through encrypt, edit, decrypt, undo, undo and any slot, each in its own form', async () => {
    const project = await memoryProject();
    await project.data('pad', 'decrypt');
    await project.data('pad', 'add', 'v1');
    await project.data('pad', 'encrypt');
    await project.data('pad', 'edit', '1', 'v2');
    await project.data('pad', 'decrypt');
    await project.data('pad', 'edit', '1', 'v3');
    const list = (await slots(project)).map(({ slot, operation, form, state }) => [
      slot,
      operation,
      form,
      state,
    ]);
    expect(list).toEqual([
      [5, 'edit', 'plain', 'opens'],
      [4, 'decrypt', 'encrypted', 'opens'],
      [3, 'edit', 'encrypted', 'opens'],
      [2, 'encrypt', 'plain', 'opens'],
    ]);
    const state = async () => [(await project.data('pad'))['form'], ...(await texts(project))];
    await project.data('pad', 'undo');
    expect(await state()).toEqual(['plain', 'v2']);
    await project.data('pad', 'undo');
    expect(await state()).toEqual(['plain', 'v3']);
    await project.data('pad', 'undo', '--to', '4');
    expect(await state()).toEqual(['encrypted', 'v2']);
    await project.data('pad', 'undo', '--to', '3');
    expect(await state()).toEqual(['encrypted', 'v1']);
    await project.data('pad', 'undo', '--to', '2');
    expect(await state()).toEqual(['plain', 'v1']);
    expect(project.read('scratchpad.md')).toContain('> v1');
    await project.data('pad', 'undo');
    expect(await state()).toEqual(['encrypted', 'v1']);
  });

  it('lists slot, time, operation and counts, and no secret', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'the secret');
    await project.data('pad', 'add', 'another');
    await project.data('pad', 'rm', '2');
    const { stdout } = await project.text('pad', 'undo', '--list');
    expect(stdout).toMatch(/3 {5}2026-11-15 20:00:0\d {2}before rm {3}2 → 1 {4}encrypted/);
    expect(stdout).not.toContain('secret');
    expect(readdirSync(project.path(history)).join(' ')).not.toContain('secret');
    expect(statSync(project.path(history)).mode & 0o777).toBe(0o700);
  });

  it('keeps at most as many states, and as long, as the config says', async () => {
    const project = await memoryProject();
    project.write('config.yaml', 'pad:\n  history:\n    snapshots: 3\n    days: 2\n');
    await project.data('pad', 'add', 'a');
    for (let i = 0; i < 6; i++) await project.data('pad', 'edit', '1', `v${i}`);
    expect((await slots(project)).map(({ slot }) => slot)).toEqual([7, 6, 5]);
    await project.data('pad', 'undo');
    expect((await slots(project)).map(({ slot }) => slot)).toEqual([8, 7, 6]);
    project.clock.advance(3 * 86_400_000);
    expect(await project.data('pad', 'undo', '--prune')).toMatchObject({ action: 'pruned', removed: 4 });
    expect(await slots(project)).toEqual([]);
  });

  it('keeps twenty states for thirty days by default', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    for (let i = 0; i < 23; i++) await project.data('pad', 'edit', '1', `v${i}`);
    expect(await slots(project)).toHaveLength(20);
    project.clock.advance(29 * 86_400_000);
    expect(await project.data('pad', 'undo', '--prune')).toMatchObject({ removed: 0 });
    project.clock.advance(2 * 86_400_000);
    expect((await project.text('pad', 'undo', '--prune')).stdout).toBe('Earlier states removed: 21.\n');
  });

  it('clears the history only if it is told to', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    await project.data('pad', 'rm', '1');
    expect(await project.error('pad', 'undo', '--clear')).toMatchObject({ code: 'confirmation_missing' });
    expect((await project.process(['pad', 'undo', '--clear'])).exitCode).toBe(1);
    expect(await slots(project)).toHaveLength(1);
    expect(await project.data('pad', 'undo', '--clear', '--yes')).toMatchObject({
      action: 'cleared',
      removed: 2,
    });
    expect(await slots(project)).toEqual([]);
  });

  it.each([
    ['y', 0, 'Earlier states removed: 2.'],
    ['n', 1, 'Nothing was changed.'],
    ['', 1, 'Nothing was changed.'],
  ])('asks on a terminal: %j', async (answer, left, says) => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    await project.data('pad', 'rm', '1');
    const place = { cwd: project.root, home: project.home };
    const asked = await onTerminal(['pad', 'undo', '--clear'], [['[y/N]', `${answer}\n`]], place);
    expect(asked.shown).toContain('Forget all earlier states of the pad? [y/N]');
    expect(asked.shown).toContain(says);
    expect(await slots(project)).toHaveLength(left);
  });

  it.each([
    [
      'cannot be made',
      (project: MemoryProject) => {
        rmSync(project.path(history), { recursive: true });
        project.write(history, 'a file in its place');
      },
    ],
    [
      'leads out of the project',
      (project: MemoryProject) => {
        rmSync(project.path(history), { recursive: true, force: true });
        mkdirSync(join(project.home, 'outside'));
        symlinkSync(join(project.home, 'outside'), project.path(history));
      },
    ],
  ])('warns where the history %s, and the change is made all the same', async (_, spoil) => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    spoil(project);
    const { exitCode, stderr } = await project.text('pad', 'edit', '1', 'b');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('warning: The state before this could not be kept for undo');
    expect(await texts(project)).toEqual(['b']);
  });

  it('says what it takes back beside the change', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    await project.data('pad', 'edit', '1', 'b');
    await project.data('pad', 'add', 'c');
    expect((await project.text('pad', 'undo', '--to', '2')).stderr).toContain(
      'This also took back what was added since: 2.',
    );
    expect((await project.text('pad', 'undo')).stderr).toBe('');
    expect(await texts(project)).toEqual(['b', 'c']);
  });

  it('takes back one add, brings it back, and never gives its id away', async () => {
    const project = await memoryProject();
    for (const text of ['a', 'b', 'c']) await project.data('pad', 'add', text);
    const before = readFileSync(project.path('scratchpad.age'));
    const { stdout, stderr } = await project.text('pad', 'undo');
    expect(stdout).toContain('before the add');
    expect(stderr).toBe('');
    expect(await texts(project)).toEqual(['a', 'b']);
    expect(await project.data('pad', 'add', 'd')).toMatchObject({ entry: { id: 4 } });
    await project.data('pad', 'undo');
    expect(await texts(project)).toEqual(['a', 'b']);
    await project.data('pad', 'undo', '--to', '4');
    expect(readFileSync(project.path('scratchpad.age')).equals(before)).toBe(true);
    const told = (await project.text('pad', 'undo', '--to', '2')).stderr;
    expect(told).toContain('This also took back what was added since: 3.');
    expect(await texts(project)).toEqual(['a']);
  });

  it('takes back the first add, which leaves no pad, and brings it back', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    expect(await project.data('pad', 'undo')).toMatchObject({ operation: 'add', entries_after: 0 });
    expect(await project.data('pad')).toMatchObject({ form: 'none' });
    expect(await project.data('pad', 'add', 'b')).toMatchObject({ entry: { id: 2 } });
    await project.data('pad', 'undo');
    expect(await project.data('pad')).toMatchObject({ form: 'none' });
    await project.data('pad', 'undo', '--to', '2');
    expect(await texts(project)).toEqual(['a']);
  });

  it('keeps the states before adds apart, so that adding flushes nothing that a person wants back', async () => {
    const project = await memoryProject();
    project.write('config.yaml', 'pad:\n  history:\n    snapshots: 3\n');
    await project.data('pad', 'add', 'precious');
    await project.data('pad', 'rm', '1');
    for (let i = 0; i < 8; i++) await project.data('pad', 'add', `note ${i}`);
    expect((await allSlots(project)).map(({ slot, operation }) => [slot, operation])).toEqual([
      [10, 'add'],
      [9, 'add'],
      [8, 'add'],
      [2, 'rm'],
    ]);
    await project.data('pad', 'undo', '--to', '2');
    expect(await texts(project)).toEqual(['precious']);
  });
});

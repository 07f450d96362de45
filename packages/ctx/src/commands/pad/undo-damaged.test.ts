import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { history, kept, slots, texts } from '../../../test/kept-pads.js';
import { memoryProject } from '../../../test/memory-project.js';
import { newIdentity } from '../../age/keys.js';

describe('ctx pad undo of a state that cannot be had', () => {
  it('refuses two wishes at once, and a slot that is not there', async () => {
    const project = await memoryProject();
    expect(await project.error('pad', 'undo', '--list', '--clear')).toMatchObject({
      code: 'flags_contradict',
    });
    expect(await project.error('pad', 'undo', '--to', '1', '--prune')).toMatchObject({
      code: 'flags_contradict',
    });
    expect(await project.error('pad', 'undo', '--to', '4')).toMatchObject({
      code: 'snapshot_unknown',
      hint: 'It is empty.',
    });
    await project.data('pad', 'add', 'a');
    await project.data('pad', 'rm', '1');
    const error = await project.error('pad', 'undo', '--to', '4');
    expect(error).toMatchObject({ code: 'snapshot_unknown', kind: 'snapshot_not_found' });
    expect(error.hint).toContain('It has 2, 1');
  });

  it('names a state that the present key does not open, and never puts it in the pad’s place', async () => {
    const project = await memoryProject();
    project.env['CTX_AGE_IDENTITY'] = newIdentity();
    await project.data('pad', 'add', 'a');
    await project.data('pad', 'decrypt');
    project.env['CTX_AGE_IDENTITY'] = newIdentity();
    expect(await slots(project)).toMatchObject([{ slot: 2, state: 'locked' }]);
    expect((await project.text('pad', 'undo', '--list')).stdout).toContain('your key does not open it');
    const before = project.read('scratchpad.md');
    const error = await project.error('pad', 'undo');
    expect(error).toMatchObject({ code: 'snapshot_unopenable', target: '2' });
    expect(project.read('scratchpad.md')).toBe(before);
    expect(readdirSync(project.path())).not.toContain('scratchpad.age');
  });

  it('names a damaged state, and does not ask a passphrase of each', async () => {
    const project = await memoryProject();
    await project.data('pad', 'decrypt');
    await project.data('pad', 'add', 'a');
    await project.data('pad', 'edit', '1', 'b');
    const [, name = ''] = kept(project);
    writeFileSync(project.path(history, name), 'damaged');
    project.env['CTX_AGE_PASSPHRASE'] = 'a passphrase';
    await project.data('pad', 'encrypt');
    await project.data('pad', 'decrypt');
    expect((await slots(project)).map(({ state }) => state)).toEqual(['unchecked', 'opens', 'damaged']);
    expect(await project.error('pad', 'undo', '--to', '2')).toMatchObject({ code: 'snapshot_unopenable' });
    expect(await texts(project)).toEqual(['b']);
  });

  it('brings a pad back that somebody broke, and keeps what was there', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    await project.data('pad', 'edit', '1', 'b');
    project.write('scratchpad.age', 'broken by an editor');
    const answer = await project.data('pad', 'undo');
    expect(answer).toMatchObject({ action: 'undone', entries_before: null, entries_after: 1 });
    expect((await project.text('pad', 'undo', '--list')).stdout).toContain('? → 1');
    expect(await texts(project)).toEqual(['a']);
    const name = kept(project).at(-1) ?? '';
    expect(readFileSync(project.path(history, name), 'utf8')).toBe('broken by an editor');
  });

  it('does not replace a broken pad that it cannot keep', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    await project.data('pad', 'edit', '1', 'b');
    project.write('scratchpad.age', 'broken');
    execFileSync('mount', ['--bind', project.path(history), project.path(history)]);
    execFileSync('mount', ['-o', 'remount,ro,bind', project.path(history)]);
    try {
      expect(await project.error('pad', 'undo')).toMatchObject({ code: 'file_unwritable' });
      expect(project.read('scratchpad.age')).toBe('broken');
    } finally {
      execFileSync('umount', [project.path(history)]);
    }
  });

  it('warns where old states cannot be removed, or given ids not be noted', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    await project.data('pad', 'edit', '1', 'b');
    await project.data('pad', 'add', 'c');
    await project.data('pad', 'edit', '2', 'd');
    project.clock.advance(40 * 86_400_000);
    execFileSync('mount', ['--bind', project.path(history), project.path(history)]);
    execFileSync('mount', ['-o', 'remount,ro,bind', project.path(history)]);
    try {
      const { exitCode, stderr } = await project.text('pad', 'undo', '--to', '2');
      expect(exitCode).toBe(0);
      expect(stderr).toContain('Old states of the pad could not be removed');
      expect(stderr).toContain('ids given out since could be used again');
      expect(await project.error('pad', 'undo', '--clear', '--yes')).toMatchObject({
        code: 'file_unwritable',
      });
      expect(await project.data('pad', 'undo', '--prune')).toMatchObject({ removed: 0 });
    } finally {
      execFileSync('umount', [project.path(history)]);
    }
    expect(await texts(project)).toEqual(['a']);
  });

  it('passes over a state that a killed change left the pad in', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    await project.data('pad', 'edit', '1', 'b');
    const bytes = readFileSync(project.path('scratchpad.age'));
    writeFileSync(project.path(history, '000009_20261115T200000000Z_rm_1_0.age'), bytes);
    expect(await project.data('pad', 'undo')).toMatchObject({ slot: 2 });
    expect(await texts(project)).toEqual(['a']);
  });
});

import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx pad rm', () => {
  it('removes entries, and never gives their ids out again', async () => {
    const project = await memoryProject();
    for (const text of ['a', 'b', 'c']) await project.data('pad', 'add', text);
    expect(await project.data('pad', 'rm', '3', '1', '3')).toMatchObject({ removed: [3, 1], total: 1 });
    expect(await project.data('pad', 'add', 'd')).toMatchObject({ entry: { id: 4 } });
    await project.data('pad', 'rm', '2', '4');
    expect(await project.data('pad', 'add', 'e')).toMatchObject({ entry: { id: 5 } });
  });

  it('removes none if one id is unknown', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    expect(await project.error('pad', 'rm', '1', '8')).toMatchObject({ code: 'entry_unknown', target: '8' });
    expect(await project.data('pad')).toMatchObject({ entries: [{ id: 1 }] });
  });

  it('gives no id out again either after an undo', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    await project.data('pad', 'rm', '1');
    await project.data('pad', 'add', 'b');
    await project.data('pad', 'undo', '--to', '2');
    await project.data('pad', 'undo', '--clear', '--yes');
    expect(await project.data('pad', 'add', 'c')).toMatchObject({ entry: { id: 3 } });
    expect(await project.data('pad')).toMatchObject({ entries: [{ id: 1 }, { id: 3 }] });
  });

  it('says how to get them back', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    expect((await project.text('pad', 'rm', '1')).stdout).toBe(
      'Removed 1; 0 left. Back with: ctx pad undo\n',
    );
  });
});

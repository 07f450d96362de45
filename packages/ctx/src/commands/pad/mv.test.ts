import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx pad mv', () => {
  it.each([
    [
      ['3', '--first'],
      [3, 1, 2],
    ],
    [
      ['1', '--last'],
      [2, 3, 1],
    ],
    [
      ['3', '--before', '2'],
      [1, 3, 2],
    ],
    [
      ['1', '--after', '2'],
      [2, 1, 3],
    ],
    [
      ['2', '--after', '2'],
      [1, 2, 3],
    ],
    [
      ['1', '--before', '2'],
      [1, 2, 3],
    ],
  ])('%j gives the order %j', async (argv, order) => {
    const project = await memoryProject();
    for (const text of ['a', 'b', 'c']) await project.data('pad', 'add', text);
    expect(await project.data('pad', 'mv', ...argv)).toMatchObject({ order, total: 3 });
  });

  it('needs one place, and only one', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    expect(await project.error('pad', 'mv', '1')).toMatchObject({ code: 'flag_choice_missing' });
    expect(await project.error('pad', 'mv', '1', '--first', '--after', '1')).toMatchObject({
      code: 'flags_contradict',
    });
    expect(await project.error('pad', 'mv', '1', '--after', '7')).toMatchObject({ code: 'entry_unknown' });
    expect((await project.text('pad', 'mv', '1', '--last')).stdout).toBe('The order is now 1.\n');
  });
});

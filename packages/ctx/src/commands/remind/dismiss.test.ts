import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx remind dismiss', () => {
  it('dismisses some or all, and never gives an id out again', async () => {
    const project = await memoryProject();
    for (const text of ['a', 'b', 'c']) await project.data('remind', text);
    expect((await project.text('remind', 'dismiss', '3', '1')).stdout).toBe('Dismissed 3, 1.\n');
    expect(await project.data('remind', 'd')).toMatchObject({ reminder: { id: 4 } });
    expect(await project.data('remind', 'dismiss', '--all')).toEqual({ dismissed: [2, 4] });
    expect((await project.text('remind', 'dismiss', '--all')).stdout).toBe('There was none.\n');
    expect(await project.data('remind', 'e')).toMatchObject({ reminder: { id: 5 } });
  });

  it('dismisses none if one id is unknown, and says what lists them', async () => {
    const project = await memoryProject();
    expect(await project.error('remind', 'dismiss', '3')).toMatchObject({
      code: 'reminder_unknown',
      kind: 'reminder_not_found',
    });
    await project.data('remind', 'a');
    expect(await project.error('remind', 'dismiss', '1', '3')).toMatchObject({
      target: '3',
      hint: 'Run `ctx remind list` for the list.',
    });
    expect(await project.data('remind', 'list')).toMatchObject({ due: 1 });
    expect(await project.error('remind', 'dismiss')).toMatchObject({ code: 'flag_choice_missing' });
    expect(await project.error('remind', 'dismiss', '1', '--all')).toMatchObject({
      code: 'flags_contradict',
    });
  });
});

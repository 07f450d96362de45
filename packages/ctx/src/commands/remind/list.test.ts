import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx remind list', () => {
  it('lists what is due first', async () => {
    const project = await memoryProject();
    expect((await project.text('remind', 'list')).stdout).toBe('No reminders.\n');
    await project.data('remind', 'later', '--after', '3d');
    await project.data('remind', 'now\nwith more');
    expect(await project.data('remind', 'list')).toMatchObject({
      due: 1,
      reminders: [
        { id: 2, due: true },
        { id: 1, due: false },
      ],
    });
    expect((await project.text('remind', 'list', '--due')).stdout).toBe('2  due  now\n');
    project.clock.advance(4 * 86_400_000);
    expect(await project.data('remind', 'list')).toMatchObject({ due: 2 });
  });
});

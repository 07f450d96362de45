import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx decision search', () => {
  it('finds what holds every word, titles first', async () => {
    const project = await memoryProject();
    await project.data('decision', 'add', 'one', '--because', 'about the parser');
    await project.data('decision', 'add', 'parser first');
    await project.data('decision', 'add', 'nothing');
    expect(await project.data('decision', 'search', 'PARSER')).toMatchObject({
      items: [{ id: '2' }, { id: '1' }],
    });
    expect((await project.text('decision', 'search', 'parser', 'nowhere')).stdout).toBe('Nothing found.\n');
  });
});

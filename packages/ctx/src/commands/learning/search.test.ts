import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx learning search', () => {
  it('finds what holds every word, titles first', async () => {
    const project = await memoryProject();
    await project.data('learning', 'add', 'one', '--lesson', 'about the parser');
    await project.data('learning', 'add', 'parser first');
    await project.data('learning', 'add', 'nothing');
    expect(await project.data('learning', 'search', 'PARSER')).toMatchObject({
      items: [{ id: '2' }, { id: '1' }],
    });
    expect((await project.text('learning', 'search', 'parser', 'nowhere')).stdout).toBe('Nothing found.\n');
  });
});

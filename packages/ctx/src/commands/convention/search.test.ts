import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx convention search', () => {
  it('finds what holds every word, titles first', async () => {
    const project = await memoryProject();
    await project.data('convention', 'add', 'one', '--example', 'about the parser');
    await project.data('convention', 'add', 'parser first');
    await project.data('convention', 'add', 'nothing');
    expect(await project.data('convention', 'search', 'PARSER')).toMatchObject({
      items: [{ id: '2' }, { id: '1' }],
    });
    expect((await project.text('convention', 'search', 'parser', 'nowhere')).stdout).toBe('Nothing found.\n');
  });
});

import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx learning list', () => {
  it('lists sections in their order, also those that a person wrote', async () => {
    const project = await memoryProject();
    project.write('LEARNINGS.md', '# X\n\n## by hand\n\nwords\n');
    await project.data('learning', 'add', 'by ctx', '--tag', 'api');
    expect(await project.data('learning', 'list')).toMatchObject({
      items: [
        { title: 'by hand', body: 'words', at: null },
        { id: '1', title: 'by ctx', tags: ['api'] },
      ],
    });
    expect(await project.data('learning', 'list', '--tag', 'api')).toMatchObject({ items: [{ id: '1' }] });
    expect((await project.text('learning', 'list')).stdout).toContain('1  by ctx  #api');
  });

  it('says how to add one where there is none', async () => {
    const project = await memoryProject();
    expect((await project.text('learning', 'list')).stdout).toBe(
      'No learnings. Add one: ctx learning add "…"\n',
    );
  });
});

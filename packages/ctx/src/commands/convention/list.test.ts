import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx convention list', () => {
  it('lists sections in their order, also those that a person wrote', async () => {
    const project = await memoryProject();
    project.write('CONVENTIONS.md', '# X\n\n## by hand\n\nwords\n');
    await project.data('convention', 'add', 'by ctx', '--tag', 'api');
    expect(await project.data('convention', 'list')).toMatchObject({
      items: [
        { title: 'by hand', body: 'words', at: null },
        { id: '1', title: 'by ctx', tags: ['api'] },
      ],
    });
    expect(await project.data('convention', 'list', '--tag', 'api')).toMatchObject({ items: [{ id: '1' }] });
    expect((await project.text('convention', 'list')).stdout).toContain('1  by ctx  #api');
  });

  it('says how to add one where there is none', async () => {
    const project = await memoryProject();
    expect((await project.text('convention', 'list')).stdout).toBe(
      'No conventions. Add one: ctx convention add "…"\n',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx convention archive', () => {
  it('moves a section to the archive as it stands, where it is still found', async () => {
    const project = await memoryProject();
    await project.data('convention', 'add', 'old', '--example', 'it was so');
    await project.data('convention', 'add', 'new');
    const old = /## old.*?(?=\n## new)/s.exec(project.read('CONVENTIONS.md'))?.[0].trimEnd();
    expect((await project.text('convention', 'archive', '1')).stdout).toBe(
      'Put away 1 in .context/archive/CONVENTIONS.md.\n',
    );
    expect(project.read('CONVENTIONS.md')).not.toContain('## old');
    expect(project.read('archive', 'CONVENTIONS.md')).toContain(`\n${old}\n`);
    expect(await project.data('search', 'it was so')).toMatchObject({
      hits: [{ source: '.context/archive/CONVENTIONS.md', id: '1' }],
    });
    expect(await project.error('convention', 'archive', '1')).toMatchObject({ code: 'item_unknown' });
    expect(await project.error('convention', 'archive')).toMatchObject({ code: 'argument_missing' });
  });
});

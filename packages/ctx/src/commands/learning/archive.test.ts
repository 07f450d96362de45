import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx learning archive', () => {
  it('moves a section to the archive as it stands, where it is still found', async () => {
    const project = await memoryProject();
    await project.data('learning', 'add', 'old', '--lesson', 'it was so');
    await project.data('learning', 'add', 'new');
    const old = /## old.*?(?=\n## new)/s.exec(project.read('LEARNINGS.md'))?.[0].trimEnd();
    expect((await project.text('learning', 'archive', '1')).stdout).toBe(
      'Put away 1 in .context/archive/LEARNINGS.md.\n',
    );
    expect(project.read('LEARNINGS.md')).not.toContain('## old');
    expect(project.read('archive', 'LEARNINGS.md')).toContain(`\n${old}\n`);
    expect(await project.data('search', 'it was so')).toMatchObject({
      hits: [{ source: '.context/archive/LEARNINGS.md', id: '1' }],
    });
    expect(await project.error('learning', 'archive', '1')).toMatchObject({ code: 'item_unknown' });
    expect(await project.error('learning', 'archive')).toMatchObject({ code: 'argument_missing' });
  });
});

import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx decision archive', () => {
  it('moves a section to the archive as it stands, where it is still found', async () => {
    const project = await memoryProject();
    await project.data('decision', 'add', 'old', '--because', 'it was so');
    await project.data('decision', 'add', 'new');
    const old = /## old.*?(?=\n## new)/s.exec(project.read('DECISIONS.md'))?.[0].trimEnd();
    expect((await project.text('decision', 'archive', '1')).stdout).toBe(
      'Put away 1 in .context/archive/DECISIONS.md.\n',
    );
    expect(project.read('DECISIONS.md')).not.toContain('## old');
    expect(project.read('archive', 'DECISIONS.md')).toContain(`\n${old}\n`);
    expect(await project.data('search', 'it was so')).toMatchObject({
      hits: [{ source: '.context/archive/DECISIONS.md', id: '1' }],
    });
    expect(await project.error('decision', 'archive', '1')).toMatchObject({ code: 'item_unknown' });
    expect(await project.error('decision', 'archive')).toMatchObject({ code: 'argument_missing' });
  });
});

import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx pad tag', () => {
  it('adds tags and takes them away', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a', '--tag', 'one');
    expect(await project.data('pad', 'tag', '1', '#two', 'größe/x')).toMatchObject({
      entry: { tags: ['one', 'two', 'größe/x'] },
    });
    expect(await project.data('pad', 'tag', '1', 'three', '--remove', 'one')).toMatchObject({
      entry: { tags: ['two', 'größe/x', 'three'] },
    });
    expect((await project.text('pad', 'tag', '1', 'three')).stdout).toContain('#three');
  });

  it('refuses no tag at all, and what is none', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    expect(await project.error('pad', 'tag', '1')).toMatchObject({ code: 'flag_choice_missing' });
    for (const tag of ['/x', 'a b', '#', '', 'x'.repeat(65), 'a#b']) {
      expect(await project.error('pad', 'tag', '1', tag), tag).toMatchObject({ code: 'tag_invalid' });
    }
    expect(await project.error('pad', 'tag', '2', 'x')).toMatchObject({ code: 'entry_unknown' });
  });
});

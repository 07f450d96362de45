import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx pad edit', () => {
  it('changes the entry that show shows under the same id, also after others were removed and moved', async () => {
    const project = await memoryProject();
    for (const text of ['one', 'two', 'three']) await project.data('pad', 'add', text, '--tag', 'kept');
    await project.data('pad', 'rm', '1');
    await project.data('pad', 'mv', '3', '--first');
    await project.data('pad', 'edit', '2', 'changed');
    expect((await project.text('pad', 'show', '2')).stdout).toBe('changed\n');
    expect(await project.data('pad')).toMatchObject({
      entries: [
        { id: 3, text: 'three' },
        { id: 2, text: 'changed', tags: ['kept'] },
      ],
    });
  });

  it('adds lines with --append', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'one');
    expect(await project.data('pad', 'edit', '1', '--append', 'two')).toMatchObject({
      entry: { text: 'one\ntwo' },
    });
    const large = 'x'.repeat((1 << 20) - 3);
    expect(await project.error('pad', 'edit', '1', '--append', large)).toMatchObject({
      code: 'text_too_large',
    });
  });

  it('with the same text changes nothing and keeps no state', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'one');
    await project.data('pad', 'edit', '1', 'one');
    expect(await project.data('pad', 'undo', '--list')).toMatchObject({
      snapshots: [{ operation: 'add' }],
    });
  });

  it('does not turn a file into a text, and knows no id that is not there', async () => {
    const project = await memoryProject();
    writeFileSync(join(project.root, 'f'), 'x');
    await project.data('pad', 'add', '--file', 'f');
    expect(await project.error('pad', 'edit', '1', 'text')).toMatchObject({ code: 'text_not_plain' });
    expect(await project.error('pad', 'edit', '2', 'text')).toMatchObject({ code: 'entry_unknown' });
  });

  it('works through a pipe', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'one');
    expect((await project.process(['pad', 'edit', '1', '-'], 'new\r\nlines\r\n')).stdout).toContain(
      'Changed 1',
    );
    expect(await project.data('pad', 'show', '1')).toMatchObject({ entry: { text: 'new\r\nlines' } });
  });
});

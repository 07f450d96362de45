import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx learning add', () => {
  it('adds a section with everything that it is given', async () => {
    const project = await memoryProject();
    const before = project.read('LEARNINGS.md');
    await project.data(
      'learning',
      'add',
      'the title',
      '--context',
      'c',
      '--lesson',
      'l',
      '--apply',
      'a',
      '--tag',
      'x',
    );
    expect(project.read('LEARNINGS.md')).toBe(
      `${before}\n## the title <!-- ctx 1 2026-11-15T20:00:02.000Z #x -->\n\n- **Context:** c\n- **Lesson:** l\n- **Apply:** a\n`,
    );
    expect((await project.text('learning', 'add', 'second')).stdout).toMatch(
      /^2 {2}second {2}\(\.context\/LEARNINGS\.md:\d+\)\n$/,
    );
    expect(await project.data('learning', 'list')).toMatchObject({
      items: [
        { id: '1', body: '- **Context:** c\n- **Lesson:** l\n- **Apply:** a' },
        { id: '2', body: '' },
      ],
    });
  });

  it('leaves what others wrote byte for byte', async () => {
    const project = await memoryProject();
    const text = '# Mine\r\n\r\n<!-- note -->\r\n## by hand   \r\n\r\n\ttext';
    project.write('LEARNINGS.md', text);
    await project.data('learning', 'add', 'new', '--lesson', 'two\nlines');
    const after = project.read('LEARNINGS.md');
    expect(after.startsWith(text)).toBe(true);
    expect(after.slice(text.length)).toMatch(
      /^\r\n\r\n## new <!-- ctx 1 .* -->\r\n\r\n- \*\*Lesson:\*\* two\r\n {2}lines\r\n$/,
    );
  });

  it('takes JSON with strict keys', async () => {
    const project = await memoryProject();
    writeFileSync(join(project.root, 'x.json'), JSON.stringify({ title: 't', lesson: 'v' }));
    expect(await project.data('learning', 'add', '--json-file', 'x.json')).toMatchObject({
      id: '1',
      title: 't',
    });
    writeFileSync(join(project.root, 'x.json'), JSON.stringify({ title: 't', lessonx: 'v' }));
    const error = await project.error('learning', 'add', '--json-file', 'x.json');
    expect(error).toMatchObject({ code: 'document_key_unknown', hint: 'Did you mean `lesson`?' });
  });
});

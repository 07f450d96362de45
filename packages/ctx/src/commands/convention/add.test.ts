import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx convention add', () => {
  it('adds a section with everything that it is given', async () => {
    const project = await memoryProject();
    const before = project.read('CONVENTIONS.md');
    await project.data('convention', 'add', 'the title', '--details', 'd', '--example', 'e', '--tag', 'x');
    expect(project.read('CONVENTIONS.md')).toBe(
      `${before}\n## the title <!-- ctx 1 2026-11-15T20:00:02.000Z #x -->\n\n- d\n- **Example:** e\n`,
    );
    expect((await project.text('convention', 'add', 'second')).stdout).toMatch(
      /^2 {2}second {2}\(\.context\/CONVENTIONS\.md:\d+\)\n$/,
    );
    expect(await project.data('convention', 'list')).toMatchObject({
      items: [
        { id: '1', body: '- d\n- **Example:** e' },
        { id: '2', body: '' },
      ],
    });
  });

  it('leaves what others wrote byte for byte', async () => {
    const project = await memoryProject();
    const text = '# Mine\r\n\r\n<!-- note -->\r\n## by hand   \r\n\r\n\ttext';
    project.write('CONVENTIONS.md', text);
    await project.data('convention', 'add', 'new', '--example', 'two\nlines');
    const after = project.read('CONVENTIONS.md');
    expect(after.startsWith(text)).toBe(true);
    expect(after.slice(text.length)).toMatch(
      /^\r\n\r\n## new <!-- ctx 1 .* -->\r\n\r\n- \*\*Example:\*\* two\r\n {2}lines\r\n$/,
    );
  });

  it('takes JSON with strict keys', async () => {
    const project = await memoryProject();
    writeFileSync(join(project.root, 'x.json'), JSON.stringify({ title: 't', example: 'v' }));
    expect(await project.data('convention', 'add', '--json-file', 'x.json')).toMatchObject({
      id: '1',
      title: 't',
    });
    writeFileSync(join(project.root, 'x.json'), JSON.stringify({ title: 't', examplex: 'v' }));
    const error = await project.error('convention', 'add', '--json-file', 'x.json');
    expect(error).toMatchObject({ code: 'document_key_unknown', hint: 'Did you mean `example`?' });
  });
});

// The tests that decisions, learnings and conventions share: the same commands over another file.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { memoryProject } from './memory-project.js';

export interface SectionLedger {
  readonly kind: string;
  readonly file: string;
  /** One of its fields: the name of the flag, and the label in the file. */
  readonly field: string;
  readonly label: string;
  /** Every field given, and what the file says then. */
  readonly flags: readonly string[];
  readonly body: string;
}

/** What add, list, search and archive promise for a ledger whose items are sections. */
export function promisesOfSectionLedger({ kind, file, field, label, flags, body }: SectionLedger): void {
  it('add writes a section with everything that it is given', async () => {
    const project = await memoryProject();
    const before = project.read(file);
    const { uid } = await project.data(kind, 'add', 'the title', ...flags, '--tag', 'x');
    expect(project.read(file)).toBe(
      `${before}\n## the title <!-- ctx 1 2026-11-15T20:00:02.000Z ${uid} #x -->\n\n${body}\n`,
    );
    expect((await project.text(kind, 'add', 'second')).stdout).toMatch(
      new RegExp(`^2 {2}second {2}\\([a-z2-9]{8}, \\.context/${file}:\\d+\\)\\n$`),
    );
    expect(await project.data(kind, 'list')).toMatchObject({
      items: [
        { id: '1', body },
        { id: '2', body: '' },
      ],
    });
  });

  it('add leaves what others wrote byte for byte', async () => {
    const project = await memoryProject();
    const text = '# Mine\r\n\r\n<!-- note -->\r\n## by hand   \r\n\r\n\ttext';
    project.write(file, text);
    await project.data(kind, 'add', 'new', `--${field}`, 'two\nlines');
    const after = project.read(file);
    expect(after.startsWith(text)).toBe(true);
    expect(after.slice(text.length)).toMatch(
      new RegExp(
        `^\\r\\n\\r\\n## new <!-- ctx 1 .* -->\\r\\n\\r\\n- \\*\\*${label}:\\*\\* two\\r\\n {2}lines\\r\\n$`,
      ),
    );
  });

  it('add takes JSON with strict keys, and nothing beside it', async () => {
    const project = await memoryProject();
    writeFileSync(join(project.root, 'x.json'), JSON.stringify({ title: 't', [field]: 'v' }));
    expect(await project.data(kind, 'add', '--json-file', 'x.json')).toMatchObject({ id: '1', title: 't' });
    expect(await project.error(kind, 'add', `--${field}`, 'v', '--json-file', 'x.json')).toMatchObject({
      code: 'flags_contradict',
      target: `--${field}`,
    });
    writeFileSync(join(project.root, 'x.json'), JSON.stringify({ title: 't', [`${field}x`]: 'v' }));
    expect(await project.error(kind, 'add', '--json-file', 'x.json')).toMatchObject({
      code: 'document_key_unknown',
      hint: `Did you mean \`${field}\`?`,
    });
  });

  it('list shows sections in their order, also those that a person wrote', async () => {
    const project = await memoryProject();
    project.write(file, '# X\n\n## by hand\n\nwords\n');
    await project.data(kind, 'add', 'by ctx', '--tag', 'api');
    expect(await project.data(kind, 'list')).toMatchObject({
      items: [
        { title: 'by hand', body: 'words', at: null },
        { id: '1', title: 'by ctx', tags: ['api'] },
      ],
    });
    expect(await project.data(kind, 'list', '--tag', 'api')).toMatchObject({ items: [{ id: '1' }] });
    expect((await project.text(kind, 'list')).stdout).toContain('1  by ctx  #api');
  });

  it('list says how to add one where there is none', async () => {
    const project = await memoryProject();
    expect((await project.text(kind, 'list')).stdout).toBe(`No ${kind}s. Add one: ctx ${kind} add "…"\n`);
  });

  it('search finds what holds every word, titles first', async () => {
    const project = await memoryProject();
    await project.data(kind, 'add', 'one', `--${field}`, 'about the parser');
    await project.data(kind, 'add', 'parser first');
    await project.data(kind, 'add', 'nothing');
    expect(await project.data(kind, 'search', 'PARSER')).toMatchObject({ items: [{ id: '2' }, { id: '1' }] });
    expect((await project.text(kind, 'search', 'parser', 'nowhere')).stdout).toBe('Nothing found.\n');
  });

  it('archive moves a section as it stands, and it is still found', async () => {
    const project = await memoryProject();
    await project.data(kind, 'add', 'old', `--${field}`, 'it was so');
    await project.data(kind, 'add', 'new');
    const old = /## old.*?(?=\n## new)/s.exec(project.read(file))?.[0].trimEnd();
    expect((await project.text(kind, 'archive', '1')).stdout).toBe(
      `Put away 1 in .context/archive/${file}.\n`,
    );
    expect(project.read(file)).not.toContain('## old');
    expect(project.read('archive', file)).toContain(`\n${old}\n`);
    expect(await project.data('search', 'it was so')).toMatchObject({
      hits: [{ source: `.context/archive/${file}`, id: '1' }],
    });
    expect(await project.error(kind, 'archive', '1')).toMatchObject({ code: 'item_unknown' });
    expect(await project.error(kind, 'archive')).toMatchObject({ code: 'argument_missing' });
  });
}

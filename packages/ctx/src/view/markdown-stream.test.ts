import { describe, expect, it } from 'vitest';
import { cellsOf } from '../cli/cells.js';
import { markdownStream } from './markdown-stream.js';

const plain = { interactive: true, colour: false, width: 40 };
const coloured = { ...plain, colour: true };

function rendered(text: string, columns = 40, terminal = plain, size = text.length) {
  const stream = markdownStream(
    () => terminal,
    () => columns,
  );
  const rows: string[] = [];
  for (let at = 0; at < text.length; at += size) rows.push(...stream.push(text.slice(at, at + size)));
  return [...rows, ...stream.end()];
}

const document = `# Title
A paragraph with **bold words** and \`code\` that is long enough to be broken into several rows.

- an item that is long enough to be broken as well
  - one below it
10. a number

> a quote

| name | what it is |
| --- | :-: |
| 漢字 | wide |
| b | **second** |

\`\`\`js
const veryLongName = "a line of code that is wider than the window";
  indented();
\`\`\`
Done.`;

describe('Markdown on a terminal', () => {
  it('is broken between words, with lists, tables and code readable', () => {
    expect(rendered(document)).toEqual([
      'Title',
      'A paragraph with bold words and code',
      'that is long enough to be broken into',
      'several rows.',
      '',
      '- an item that is long enough to be',
      '  broken as well',
      '  - one below it',
      '10. a number',
      '',
      '| a quote',
      '',
      'name │ what it is',
      '─────┼───────────',
      '漢字 │ wide',
      'b    │ second',
      '',
      '  const veryLongName = "a line of code',
      '  that is wider than the window";',
      '    indented();',
      'Done.',
    ]);
  });

  it.each([1, 2, 3, 7, 50])('comes out the same in pieces of %d', (size) => {
    expect(rendered(document, 40, plain, size)).toEqual(rendered(document));
    expect(rendered(document, 23, coloured, size)).toEqual(rendered(document, 23, coloured));
  });

  it.each([20, 33, 80, 140])('has no row that is wider than %d columns', (columns) => {
    for (const row of rendered(`${document}\n${'漢'.repeat(200)} ${'x'.repeat(300)}`, columns))
      expect(cellsOf(row)).toBeLessThan(columns);
  });

  it('shows headings and bold words bold, and code in its colour', () => {
    expect(rendered('## Head\n**b** `c` **d e**', 40, coloured)).toEqual([
      '\u001b[1mHead\u001b[22m',
      '\u001b[1mb\u001b[22m \u001b[36mc\u001b[39m \u001b[1md\u001b[22m \u001b[1me\u001b[22m',
    ]);
  });

  it('keeps names with underscores, globs and escapes as they are', () => {
    expect(rendered('snake_case_name *.ts __init__ 2 \\* 3')).toEqual([
      'snake_case_name *.ts __init__ 2 * 3',
    ]);
  });

  it('shows the row that is still being written', () => {
    const stream = markdownStream(
      () => plain,
      () => 40,
    );
    expect(stream.push('The first ')).toEqual([]);
    expect(stream.open()).toBe('The first');
    expect(stream.push('words\nand')).toEqual(['The first words']);
    expect(stream.open()).toBe('and');
  });

  it('makes control characters visible', () => {
    expect(rendered('a\u001b[31mb')).toEqual(['a␛[31mb']);
  });

  it('shows a line without an end as it comes, in bounded memory', () => {
    const stream = markdownStream(
      () => plain,
      () => 40,
    );
    let rows = 0;
    for (let i = 0; i < 1000; i++) rows += stream.push('word '.repeat(20)).length;
    expect(rows).toBeGreaterThan(2500);
  });

  it('keeps a table that is wider than the window readable, row by row', () => {
    const rows = rendered(`| a | b |\n| --- | --- |\n| ${'word '.repeat(20)}| x |`);
    expect(rows[0]).toBe('| a | b |');
    expect(rows.slice(2).join(' ')).toContain('word word');
  });
});

it.each([
  ['````md\n```js\na\n```\n# no title\n````\n# Title', ['  ```js', '  a', '  ```', '  # no title', 'Title']],
  ['```\n~~~\n# no title\n```\n# Title', ['  ~~~', '  # no title', 'Title']],
  ['```sh\n``` and more\n```\n# Title', ['  ``` and more', 'Title']],
])('a code block ends at its own mark alone: %j', (text, rows) => {
  expect(rendered(text)).toEqual(rows);
});

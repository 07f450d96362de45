import { describe, expect, it } from 'vitest';
import { Failure } from '../../protocol/failure.js';
import { ledgers } from './kinds.js';
import { countItems, parseLedger, refuseTwins } from './parse.js';

const tasks = (text: string) => parseLedger(ledgers.task, text, 'TASKS.md').items;
const decisions = (text: string) => parseLedger(ledgers.decision, text, 'DECISIONS.md').items;

function refusal(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error.where;
  }
  return undefined;
}

describe('the items of a ledger', () => {
  it('are check boxes in the first column, with the indented lines below them', () => {
    const text =
      '# Tasks\n\n- [ ] one\n  more\n\n  and more\n- [x] two\n* [X] three\n+ [ ] four\n\nnot an item\n  - [ ] nested\n-[ ] no\n';
    const found = tasks(text).map(({ title, body, done, line }) => [title, body, done, line]);
    expect(found).toEqual([
      ['one', 'more\n\nand more', false, 3],
      ['two', '', true, 7],
      ['three', '', true, 8],
      ['four', '', false, 9],
    ]);
  });

  it('are sections, up to the next heading of the same or a higher level', () => {
    const text = '# D\n\nintro\n\n## one\n\nbody\n### sub\nmore\n\n## two\n# Other\n\n## three';
    const found = decisions(text).map(({ title, body, line }) => [title, body, line]);
    expect(found).toEqual([
      ['one', 'body\n### sub\nmore', 5],
      ['two', '', 11],
      ['three', '', 14],
    ]);
  });

  it('are not looked for in code blocks and comments', () => {
    const text =
      '```sh\n## no\n``\n- [ ] no\n````\n~~~\n## no\n~~~\n<!--\n## no\n--> \n<!-- ## no -->\n## yes\n';
    expect(decisions(text).map(({ title, line }) => [title, line])).toEqual([['yes', 13]]);
    expect(tasks(text)).toEqual([]);
  });

  it('have a number if ctx wrote them, and else an id that follows from the title', () => {
    const text =
      '- [ ] mine <!-- ctx 12 2026-11-15T20:00:00.000Z #a #b -->\n- [ ] by hand\n- [ ] by hand\n- [x] x <!-- ctx 3 2026-11-15T20:00:00Z done 2026-11-16T20:00:00Z -->\n';
    const items = tasks(text);
    const [mine, first, second, finished] = items;
    expect(mine).toMatchObject({ id: '12', title: 'mine', writtenAt: Date.UTC(2026, 10, 15, 20) });
    expect(mine?.mark).toEqual({
      id: 12,
      at: '2026-11-15T20:00:00.000Z',
      doneAt: undefined,
      tags: ['a', 'b'],
    });
    expect(first?.id).toMatch(/^h[0-9a-z]{5}$/);
    expect(second?.id).toBe(`${first?.id}-2`);
    expect(first?.writtenAt).toBeUndefined();
    expect(finished?.mark?.doneAt).toBe('2026-11-16T20:00:00Z');
  });

  it.each([
    'x <!-- ctx -->',
    'x <!-- ctx 1 -->',
    'x <!-- ctx one 2026-11-15T20:00:00Z -->',
    'x <!-- ctx 1 2026-11-15T20:00:00Z a -->',
    'x <!-- ctx 1 2026-11-15T20:00:00Z # -->',
    'x <!-- ctx 1 2026-11-15T20:00:00Z done yesterday -->',
    'x <!-- ctx 1 2026-11-15T20:00:00Z --> y',
  ])('take %j for a title that a person wrote', (title) => {
    const [item] = tasks(`- [ ] ${title}\n`);
    expect(item).toMatchObject({ title, mark: undefined });
    expect(item?.id).toMatch(/^h/);
  });

  it('keep a title that holds what looks like a mark', () => {
    const [item] = tasks('- [ ] say <!-- ctx 9 --> <!-- ctx 2 2026-11-15T20:00:00Z -->\n');
    expect(item).toMatchObject({ id: '2', title: 'say <!-- ctx 9 -->' });
  });

  it('are found in files with CR LF, which stay so', () => {
    const parsed = parseLedger(
      ledgers.task,
      '# T\r\n\r\n- [ ] a <!-- ctx 1 2026-11-15T20:00:00Z -->\r\n  b\r\n  c\r\n',
      'x',
    );
    expect(parsed.eol).toBe('\r\n');
    expect(parsed.items.map(({ id, title, body }) => [id, title, body])).toEqual([['1', 'a', 'b\nc']]);
  });

  it('can be counted without being looked at', () => {
    expect(countItems(ledgers.task, '- [ ] a\n- [x] b\n- [ ] c\n', 'x')).toEqual({ all: 3, open: 2 });
  });

  it.each([
    ['a code block that is never closed', '# T\n```\n## x\n', 2, 'opens a code block that is never closed'],
    ['a comment that is never closed', '# T\n\n<!-- x\n', 3, 'opens a comment that is never closed'],
    ['a merge conflict', '# T\n<<<<<<< ours\n- [ ] a\n', 2, 'is the mark of a merge conflict'],
    ['the end of one', '# T\n>>>>>>> theirs\n', 2, 'is the mark of a merge conflict'],
    ['NUL', '# T\nx\0\n', 2, 'holds a NUL character'],
  ])('are refused in a file with %s', (_, text, line, problem) => {
    expect(refusal(() => tasks(text))).toMatchObject({ line, problem, target: 'TASKS.md' });
  });

  it('with the same number twice are refused before a change', () => {
    const mark = '<!-- ctx 1 2026-11-15T20:00:00Z -->';
    const parsed = parseLedger(ledgers.task, `- [ ] a ${mark}\n- [ ] b ${mark}\n`, 'TASKS.md');
    expect(refusal(() => refuseTwins(parsed, 'TASKS.md'))).toMatchObject({ line: 2 });
  });
});

import { describe, expect, it } from 'vitest';
import { ledgers } from './kinds.js';
import { mendLedger } from './mend.js';
import { parseLedger } from './parse.js';

const shown = { open: 'TASKS.md', archive: 'archive/TASKS.md' };
const task = (number: number, uid: string, title: string, box = ' ', at = '2026-11-15T20:00:00.000Z') =>
  `- [${box}] ${title} <!-- ctx ${number} ${at}${uid === '' ? '' : ` ${uid}`} -->\n`;

function mended(text: string, archive = '') {
  const after = mendLedger(ledgers.task, text, archive, shown);
  // What is mended needs no mending.
  expect(mendLedger(ledgers.task, after.text, after.archive, shown).did).toEqual([]);
  return after;
}

describe('a ledger that a merge or an editor left', () => {
  it('in order stays as it is', () => {
    const text = `# T\r\n\r\n${task(1, 'aaaaaaa2', 'a')}- [ ] by hand\n${task(2, '', 'old')}`;
    expect(mendLedger(ledgers.task, text, '', shown)).toEqual({ text, archive: '', did: [] });
  });

  it('with the same item twice has it once, done if one of them was', () => {
    const [open, done] = [task(1, 'aaaaaaa2', 'a'), task(1, 'aaaaaaa2', 'a', 'x')];
    const other = task(2, 'bbbbbbb2', 'b');
    expect(mended(open + other + open).text).toBe(open + other);
    expect(mended(open + other + done).text).toBe(done + other);
    expect(mended(task(1, '', 'a') + task(1, '', 'a', 'x')).text).toBe(task(1, '', 'a', 'x'));
  });

  it('with a copied line makes it an item of its own', () => {
    const { text, did } = mended(
      `${task(1, 'aaaaaaa2', 'a')}  more\n${task(1, 'aaaaaaa2', 'another')}  of it\n`,
    );
    const [first, second] = parseLedger(ledgers.task, text, '').items;
    expect([first?.uid, first?.id, first?.title, first?.body]).toEqual(['aaaaaaa2', '1', 'a', 'more']);
    expect([second?.id, second?.title, second?.body]).toEqual(['2', 'another', 'of it']);
    expect(second?.uid).not.toBe('aaaaaaa2');
    expect(did).toMatchObject([{ isUrgent: true, says: expect.stringContaining('line 3 ') }]);
  });

  it('gives the younger of two with one number another, which nothing in the archive has, and both keep their ids', () => {
    const late = task(1, '', 'late', ' ', '2026-11-16T20:00:00.000Z');
    const uid = parseLedger(ledgers.task, late, '').items[0]?.uid;
    const { text } = mended(late + task(1, '', 'early'), task(7, 'bbbbbbb2', 'put away', 'x'));
    const items = parseLedger(ledgers.task, text, '').items;
    expect(items.map(({ id, title }) => [id, title])).toEqual([
      ['8', 'late'],
      ['1', 'early'],
    ]);
    expect(items[0]?.uid).toBe(uid);
  });

  it('with an item that its archive has, too, leaves it there alone, as it says now', () => {
    const archive = `# T, archived\n\n${task(1, 'aaaaaaa2', 'a')}\n${task(2, 'bbbbbbb2', 'b')}`;
    const after = mended(`${task(1, 'aaaaaaa2', 'a reworded', 'x')}${task(3, 'ccccccc2', 'c')}`, archive);
    expect(after.text).toBe(task(3, 'ccccccc2', 'c'));
    expect(after.archive).toBe(
      `# T, archived\n\n${task(1, 'aaaaaaa2', 'a reworded', 'x')}\n${task(2, 'bbbbbbb2', 'b')}`,
    );
  });

  it('keeps a mark that somebody wrote in an unusual way, and what stands behind it', () => {
    const { text } = mended(
      `${task(1, 'aaaaaaa2', 'a')}- [ ] b <!-- ctx 01 2026-11-16T20:00:00Z bbbbbbb2 -->\r\n  more\n`,
    );
    expect(text).toBe(
      `${task(1, 'aaaaaaa2', 'a')}- [ ] b <!-- ctx 2 2026-11-16T20:00:00Z bbbbbbb2 -->\r\n  more\n`,
    );
  });
});

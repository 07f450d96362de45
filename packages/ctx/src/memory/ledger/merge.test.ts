import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ledger, ledgers } from './kinds.js';
import { mergeLedgers } from './merge.js';
import { parseLedger } from './parse.js';

const head = '# Tasks\n\nOne each.\n';
const task = (n: number, uid: string, more = '', box = ' ') =>
  `- [${box}] task ${uid}${more} <!-- ctx ${n} 2026-11-15T20:00:00.000Z ${uid} -->\n`;
const section = (n: number, uid: string, body = '- **Because:** the same\n') =>
  `\n## about ${uid} <!-- ctx ${n} 2026-11-15T20:00:00.000Z ${uid} -->\n\n${body}`;

function merged(base: string, ours: string, theirs: string, ledger: Ledger = ledgers.task) {
  const { text, conflicts } = mergeLedgers(ledger, { base, ours, theirs }, 'x');
  return conflicts === 0 ? text : `CONFLICTS ${conflicts}\n${text}`;
}

describe('two branches of a ledger', () => {
  it('that both add keep both, ours first, with the same number', () => {
    const base = `${head}\n${task(1, 'aaaaaaa2')}`;
    const [ours, theirs] = [task(2, 'bbbbbbb2'), task(2, 'ccccccc2')];
    expect(merged(base, base + ours, base + theirs)).toBe(base + ours + theirs);
  });

  it('that both add the first keep both in one list', () => {
    const [ours, theirs] = [task(1, 'bbbbbbb2'), task(1, 'ccccccc2')];
    expect(merged(head, `${head}\n${ours}`, `${head}\n${theirs}`)).toBe(`${head}\n${ours}${theirs}`);
  });

  it('that both add sections with the same lines keep each whole', () => {
    const base = `# D\n${section(1, 'aaaaaaa2')}`;
    const [ours, theirs] = [section(2, 'bbbbbbb2'), section(2, 'ccccccc2')];
    expect(merged(base, base + ours, base + theirs, ledgers.decision)).toBe(base + ours + theirs);
  });

  it('keep a box checked here, a title mended there, and tags of both', () => {
    const mark = '2026-11-15T20:00:00.000Z aaaaaaa2';
    const base = `- [ ] tsak <!-- ctx 1 ${mark} #a #b -->\n  more\n`;
    const ours = `- [x] tsak <!-- ctx 1 ${mark} done 2026-11-16T20:00:00.000Z #a #b #c -->\n  more\n`;
    const theirs = `- [ ] task <!-- ctx 1 ${mark} #b -->\n  more\n  and more\n`;
    expect(merged(base, ours, theirs)).toBe(
      `- [x] task <!-- ctx 1 ${mark} done 2026-11-16T20:00:00.000Z #b #c -->\n  more\n  and more\n`,
    );
  });

  it('that both check a box have it checked since the first of them', () => {
    const mark = (done: string) => `<!-- ctx 1 2026-11-15T20:00:00.000Z aaaaaaa2${done} -->`;
    const done = (day: number) => `- [x] a ${mark(` done 2026-11-${day}T20:00:00.000Z`)}\n`;
    expect(merged(`- [ ] a ${mark('')}\n`, done(18), done(17))).toBe(done(17));
  });

  it('drop what either put away, next to what the other added', () => {
    const [a, b, c] = [task(1, 'aaaaaaa2'), task(2, 'bbbbbbb2'), task(3, 'ccccccc2')];
    expect(merged(head + a + b, head + a, head + a + b + c)).toBe(head + a + c);
    expect(merged(head + a + b, head + a + b + c, head + b)).toBe(head + b + c);
  });

  it('keep what one put away and the other changed since', () => {
    const [a, b] = [task(1, 'aaaaaaa2'), task(2, 'bbbbbbb2')];
    const changed = task(2, 'bbbbbbb2', ' in other words');
    expect(merged(head + a + b, head + a, head + a + changed)).toBe(head + a + changed);
    expect(merged(head + a + b, head + a + changed, head + a)).toBe(head + a + changed);
  });

  it('mark only the item that both changed in different ways', () => {
    const [a, b] = [task(1, 'aaaaaaa2'), task(2, 'bbbbbbb2')];
    const [mine, yours] = [task(1, 'aaaaaaa2', ' mine'), task(1, 'aaaaaaa2', ' yours')];
    expect(merged(a, mine, yours + b)).toBe(
      `CONFLICTS 1\n<<<<<<< ours\n${mine}=======\n${yours}>>>>>>> theirs\n${b}`,
    );
  });

  it('keep the words that people wrote between the items, and mark what both changed of them', () => {
    const a = task(1, 'aaaaaaa2');
    expect(merged(`old\n${a}`, `mine\n${a}`, `old\n${a}\nyours\n`)).toBe(`mine\n${a}\nyours\n`);
    expect(merged(a, `${a}\nmine\n`, `${a}\nyours\n`)).toBe(`${a}\nmine\n\nyours\n`);
    expect(merged(`old\n${a}`, `mine\n${a}`, `yours\n${a}`)).toBe(
      `CONFLICTS 1\n<<<<<<< ours\nmine\n=======\nyours\n>>>>>>> theirs\n${a}`,
    );
  });

  it('follow a move, and lose nothing where both move', () => {
    const [a, b, c] = [task(1, 'aaaaaaa2'), task(2, 'bbbbbbb2'), task(3, 'ccccccc2')];
    expect(merged(a + b + c, c + a + b, a + b + c)).toBe(c + a + b);
    const both = merged(a + b + c, c + a + b, b + a + c);
    expect([a, b, c].map((line) => both.split(line).length)).toEqual([2, 2, 2]);
  });

  it('keep CR LF, and a missing last newline, of our file', () => {
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    const [a, b, c] = [task(1, 'aaaaaaa2'), task(2, 'bbbbbbb2'), task(2, 'ccccccc2')];
    expect(merged(a, crlf(a + b), a + c)).toBe(crlf(a + b + c));
    expect(merged(a.trimEnd(), a.trimEnd(), a + c)).toBe(a + c);
    expect(merged(a, a.trimEnd(), a)).toBe(a.trimEnd());
  });

  it('of any kind keep what neither took away, once, and do not depend on anything else', () => {
    const uids = ['aaaaaaa2', 'bbbbbbb2', 'ccccccc2', 'ddddddd2', 'eeeeeee2', 'fffffff2'];
    const branch = fc.subarray(uids);
    fc.assert(
      fc.property(branch, branch, branch, fc.boolean(), (inBase, inOurs, inTheirs, isTask) => {
        const ledger = isTask ? ledgers.task : ledgers.decision;
        const textOf = (some: readonly string[]) =>
          head + some.map((uid, i) => (isTask ? task(i, uid) : section(i, uid))).join('');
        const { text } = mergeLedgers(
          ledger,
          { base: textOf(inBase), ours: textOf(inOurs), theirs: textOf(inTheirs) },
          'x',
        );
        const found = parseLedger(ledger, text, 'x').items.map(({ uid }) => uid);
        expect(new Set(found).size).toBe(found.length);
        for (const uid of uids) {
          const [was, mine, yours] = [inBase, inOurs, inTheirs].map((some) => some.includes(uid));
          if (mine === yours) expect([uid, found.includes(uid)]).toEqual([uid, mine]);
          if (!was && (mine || yours)) expect(found).toContain(uid);
        }
      }),
      { numRuns: 300, seed: 25 },
    );
  });
});

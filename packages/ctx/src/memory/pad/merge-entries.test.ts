import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Pad, PadEntry } from './document.js';
import { mergePads } from './merge-entries.js';

const entry = (id: number, text: string, at = '2026-11-15T20:00:00.000Z'): PadEntry => ({
  id,
  at,
  tags: [],
  content: { kind: 'text', text },
});
const pad = (next: number, ...entries: PadEntry[]): Pad => ({ next, entries });
const texts = ({ entries }: Pad) =>
  entries.map(({ id, content }) => [id, content.kind === 'text' ? content.text : '']);

it('keeps what both added, theirs under new numbers', () => {
  const base = pad(2, entry(1, 'a'));
  const merged = mergePads(
    base,
    pad(3, entry(1, 'a'), entry(2, 'mine')),
    pad(3, entry(1, 'a'), entry(2, 'yours')),
  );
  expect(texts(merged.pad)).toEqual([
    [1, 'a'],
    [2, 'mine'],
    [3, 'yours'],
  ]);
  expect(merged).toMatchObject({ added: [3], removed: [], doubled: [], pad: { next: 4 } });
});

it('removes what either removed, unless the other changed it, and keeps both of what both changed', () => {
  const base = pad(5, entry(1, 'a'), entry(2, 'b'), entry(3, 'c'), entry(4, 'd'));
  const ours = pad(5, entry(1, 'a'), entry(3, 'c mine'), entry(4, 'd mine'));
  const theirs = pad(5, entry(2, 'b yours'), entry(3, 'c'), entry(4, 'd yours'));
  const merged = mergePads(base, ours, theirs);
  expect(texts(merged.pad)).toEqual([
    [3, 'c mine'],
    [4, 'd mine'],
    [2, 'b yours'],
    [5, 'd yours'],
  ]);
  expect(merged).toMatchObject({ removed: [1], doubled: [{ id: 4, theirs: 5 }], added: [2] });
});

it('gives no number away that ours gave away and took back', () => {
  const merged = mergePads(pad(1), pad(3), pad(2, entry(1, 'yours')));
  expect(texts(merged.pad)).toEqual([[3, 'yours']]);
});

it('changes nothing the second time, and loses nothing that either side added or changed', () => {
  const some = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 5 });
  const side = fc.tuple(some, some);
  const build = ([ids, edited]: readonly [number[], number[]], mark: string) =>
    pad(7, ...ids.map((id) => entry(id, edited.includes(id) ? `${id} ${mark}` : `${id}`)));
  fc.assert(
    fc.property(some, side, side, (inBase, mine, yours) => {
      const base = build([inBase, []], '');
      const [ours, theirs] = [build(mine, 'mine'), build(yours, 'yours')];
      const once = mergePads(base, ours, theirs).pad;
      expect(mergePads(base, once, theirs).pad).toEqual(once);
      const ids = once.entries.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const all = once.entries.map(({ content }) => (content.kind === 'text' ? content.text : ''));
      for (const { content } of [...ours.entries, ...theirs.entries])
        if (content.kind === 'text' && / /.test(content.text)) expect(all).toContain(content.text);
    }),
    { numRuns: 300, seed: 25 },
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineDiff } from './line-diff.js';

const shown = (before: string, after: string) =>
  lineDiff(before, after).hunks.map(({ old, fresh, lines }) => [
    `${old} ${fresh}`,
    ...lines.map(({ sign, text }) => sign + text),
  ]);

it('shows what went and what came, with three lines around it', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\nh\n';
  expect(shown(before, before.replace('e\n', 'E\n+\n'))).toEqual([
    ['2 2', ' b', ' c', ' d', '-e', '+E', '++', ' f', ' g', ' h'],
  ]);
});

it('keeps changes that are far apart in hunks of their own', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `line ${i + 1}\n`);
  const hunks = shown(lines.join(''), lines.toSpliced(30, 1).toSpliced(4, 0, 'new\n').join(''));
  expect(hunks.map(([place]) => place)).toEqual(['2 2', '28 29']);
});

it('says where the last line has no newline', () => {
  expect(shown('a\n', 'a')).toEqual([['1 1', '-a', '+a ⟨no newline at the end⟩']]);
});

it('has nothing to show for equal texts, and all of it where there was nothing', () => {
  expect(lineDiff('a\nb\n', 'a\nb\n')).toEqual({ added: 0, removed: 0, hunks: [] });
  expect(shown('', 'a\nb\n')).toEqual([['1 1', '+a', '+b']]);
});

it('turns the one text into the other, whatever they are, with as few edits as there can be', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { hunks, added, removed } = lineDiff(before, after);
      const old = before.split('\n').slice(0, -1);
      const built: string[] = [];
      let at = 0;
      for (const hunk of hunks) {
        built.push(...old.slice(at, hunk.old - 1));
        at = hunk.old - 1;
        for (const { sign, text: line } of hunk.lines) {
          if (sign !== '+') expect(old[at++]).toBe(line);
          if (sign !== '-') built.push(line);
        }
      }
      built.push(...old.slice(at));
      expect(built.map((line) => `${line}\n`).join('')).toBe(after);
      expect(added - removed).toBe(after.split('\n').length - before.split('\n').length);
      expect(added + removed).toBe(
        old.length + after.split('\n').length - 1 - 2 * longestCommon(old, after.split('\n').slice(0, -1)),
      );
    }),
    { numRuns: 300 },
  );
});

it('gives up on texts that have nothing in common, instead of taking for ever', () => {
  const lines = (name: string) => Array.from({ length: 4000 }, (_, i) => `${name} ${i}\n`).join('');
  expect(lineDiff(lines('a'), lines('b'))).toMatchObject({ added: 4000, removed: 4000 });
});

it('shows only what lies between the lines that stay, where it gives up', () => {
  const around = (name: string) => {
    const middle = Array.from({ length: 900 }, (_, i) => `${name} ${i}\n`).join('');
    return `1\n2\n3\n4\n5\n${middle}6\n7\n8\n9\n10\n`;
  };
  const [hunk, ...others] = lineDiff(around('a'), around('b')).hunks;
  expect(others).toEqual([]);
  expect([hunk?.old, hunk?.fresh, hunk?.lines.length]).toEqual([3, 3, 3 + 900 + 900 + 3]);
  expect(hunk?.lines.slice(0, 4).map(({ sign, text }) => sign + text)).toEqual([' 3', ' 4', ' 5', '-a 0']);
  expect(hunk?.lines.slice(-4).map(({ sign, text }) => sign + text)).toEqual(['+b 899', ' 6', ' 7', ' 8']);
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  const row = Array.from({ length: b.length + 1 }, () => 0);
  for (const x of a) {
    let diagonal = 0;
    for (const [j, y] of b.entries()) {
      const above = row[j + 1] ?? 0;
      row[j + 1] = x === y ? diagonal + 1 : Math.max(above, row[j] ?? 0);
      diagonal = above;
    }
  }
  return row.at(-1) ?? 0;
}

// Two texts line by line: what went, what came, and a few lines around it.

import { structuredPatch } from 'diff';

export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

export interface Hunk {
  /** The first line of it in the old text and in the new one, from 1. */
  readonly old: number;
  readonly fresh: number;
  readonly lines: readonly DiffLine[];
}

export interface LineDiff {
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
}

/** Texts that have less in common than this are shown as one gone and one come. */
const mostEdits = 800;

export function lineDiff(before: string, after: string, around = 3): LineDiff {
  const patch = structuredPatch('', '', before, after, '', '', { context: around, maxEditLength: mostEdits });
  const hunks: Hunk[] = patch?.hunks.map(({ oldStart, newStart, lines }) => ({
    old: oldStart,
    fresh: newStart,
    lines: diffLines(lines),
  })) ?? [replaced(linesOf(before), linesOf(after), around)];
  const count = (sign: DiffLine['sign']) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.sign === sign).length, 0);
  return { added: count('+'), removed: count('-'), hunks };
}

const noNewline = ' ⟨no newline at the end⟩';

function diffLines(lines: readonly string[]): DiffLine[] {
  return lines.flatMap((line, i) => {
    const sign = line[0];
    if (sign !== ' ' && sign !== '-' && sign !== '+') return [];
    const ends = lines[i + 1]?.startsWith('\\') === true;
    return [{ sign, text: line.slice(1) + (ends ? noNewline : '') }];
  });
}

/** All between the first and the last line that differ, as gone and come. */
function replaced(old: readonly string[], fresh: readonly string[], around: number): Hunk {
  const shorter = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < shorter && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const from = Math.max(0, start - around);
  const signed = (sign: DiffLine['sign'], lines: readonly string[]) => lines.map((text) => ({ sign, text }));
  return {
    old: from + 1,
    fresh: from + 1,
    lines: [
      ...signed(' ', old.slice(from, start)),
      ...signed('-', old.slice(start, old.length - end)),
      ...signed('+', fresh.slice(start, fresh.length - end)),
      ...signed(' ', old.slice(old.length - end, old.length - end + around)),
    ],
  };
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  return last === '' ? lines : [...lines, last + noNewline];
}

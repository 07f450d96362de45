// Two texts line by line: what went, what came, and three lines around it (Myers' algorithm, with an end to its patience).

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

const around = 3;
/** Texts that have less in common than this are shown as one gone and one come. */
const mostEdits = 800;

export function lineDiff(before: string, after: string): LineDiff {
  const lines = editsOf(linesOf(before), linesOf(after));
  return {
    added: lines.filter(({ sign }) => sign === '+').length,
    removed: lines.filter(({ sign }) => sign === '-').length,
    hunks: hunksOf(lines),
  };
}

/** A last line without its newline says so, as diff does. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  return last === '' ? lines : [...lines, `${last} ⟨no newline at the end⟩`];
}

function editsOf(a: readonly string[], b: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const kept = (lines: readonly string[]) => lines.map((text): DiffLine => ({ sign: ' ', text }));
  return [
    ...kept(a.slice(0, start)),
    ...middleEdits(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...kept(a.slice(a.length - end)),
  ];
}

function middleEdits(a: readonly string[], b: readonly string[]): DiffLine[] {
  const trace = shortestEdits(a, b);
  if (trace === undefined)
    return [
      ...a.map((text): DiffLine => ({ sign: '-', text })),
      ...b.map((text): DiffLine => ({ sign: '+', text })),
    ];
  const lines: DiffLine[] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const furthest = trace[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = goesDown(furthest, diagonal, edits);
    const from = down ? diagonal + 1 : diagonal - 1;
    const fromX = furthest.get(from) ?? 0;
    const fromY = fromX - from;
    while (x > Math.max(fromX, 0) && y > Math.max(fromY, 0)) {
      x -= 1;
      y -= 1;
      lines.push({ sign: ' ', text: a[x] ?? '' });
    }
    if (edits === 0) break;
    if (down) {
      y -= 1;
      lines.push({ sign: '+', text: b[y] ?? '' });
    } else {
      x -= 1;
      lines.push({ sign: '-', text: a[x] ?? '' });
    }
  }
  return lines.reverse();
}

function goesDown(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (furthest.get(diagonal - 1) ?? -1) < (furthest.get(diagonal + 1) ?? -1);
}

/** For each number of edits how far every diagonal had come before it; nothing where it takes too many. */
function shortestEdits(a: readonly string[], b: readonly string[]): Map<number, number>[] | undefined {
  const trace: Map<number, number>[] = [];
  let furthest = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= Math.min(mostEdits, a.length + b.length); edits++) {
    trace.push(furthest);
    const next = new Map(furthest);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = goesDown(furthest, diagonal, edits)
        ? (furthest.get(diagonal + 1) ?? 0)
        : (furthest.get(diagonal - 1) ?? 0) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return trace;
    }
    furthest = next;
  }
  return undefined;
}

function hunksOf(lines: readonly DiffLine[]): Hunk[] {
  const shown = lines.map(() => false);
  for (const [i, { sign }] of lines.entries())
    if (sign !== ' ') shown.fill(true, Math.max(0, i - around), i + around + 1);
  const hunks: { old: number; fresh: number; lines: DiffLine[] }[] = [];
  let old = 1;
  let fresh = 1;
  for (const [i, line] of lines.entries()) {
    if (shown[i]) {
      if (!shown[i - 1]) hunks.push({ old, fresh, lines: [] });
      hunks.at(-1)?.lines.push(line);
    }
    if (line.sign !== '+') old += 1;
    if (line.sign !== '-') fresh += 1;
  }
  return hunks;
}

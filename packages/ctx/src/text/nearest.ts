/** The candidate that a mistyped word most likely meant, or nothing if none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const limit = word.length <= 4 ? 1 : Math.min(3, Math.floor(word.length / 3) + 1);
  return within(limit, word, candidates) ?? startingWith(word, candidates);
}

/** The closest candidate that so few slips of the keyboard lead to. Most have one, and to look for one takes the least time. */
export function within(limit: number, word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.toLowerCase();
  for (let most = 0; most <= limit; most++) {
    for (const candidate of candidates) {
      if (Math.abs(candidate.length - typed.length) > most) continue;
      if (isWithin(most, typed, candidate.toLowerCase())) return candidate;
    }
  }
  return undefined;
}

/** Of two that are as near, the smaller. */
export function nearestNumber(wanted: number, numbers: readonly number[]): number | undefined {
  return numbers.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b)[0];
}

function startingWith(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length < 3) return undefined;
  for (const candidate of candidates) if (candidate.startsWith(word)) return candidate;
  return undefined;
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment), as far as `most` of them reach. */
function isWithin(most: number, a: string, b: string): boolean {
  let beforeLast: number[] = [];
  let last = Array.from({ length: most + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = i <= most ? [i] : [];
    for (let j = Math.max(1, i - most); j <= Math.min(b.length, i + most); j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row[j] = cost;
    }
    // What comes is made of this row, or by a swap of the one before.
    if (row.every((cost) => cost > most) && last.every((cost) => cost >= most)) return false;
    beforeLast = last;
    last = row;
  }
  return at(last, b.length) <= most;
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

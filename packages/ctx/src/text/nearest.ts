/** The candidate that a mistyped word most likely meant, or nothing if none is close. Candidates are gone through several times. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  return within(slipsIn(word), word, candidates) ?? startingWith(word, candidates);
}

/** How many slips of the keyboard a word can have and still be that word. */
export function slipsIn({ length }: string): number {
  if (length <= 4) return 1;
  return length <= 7 ? 2 : 3;
}

/** The closest candidate that so few slips of the keyboard lead to. Most have one, and to look for one takes the least time. */
export function within(limit: number, word: string, candidates: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  for (let most = 0; most <= limit; most++) {
    for (const candidate of candidates) {
      if (Math.abs(candidate.length - typed.length) > most) continue;
      if (isWithin(most, typed, candidate.toLowerCase())) return candidate;
    }
  }
  return undefined;
}

export function startingWith(word: string, candidates: readonly string[]): string | undefined {
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

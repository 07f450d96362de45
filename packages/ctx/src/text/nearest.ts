/** The candidate that a mistyped word most likely meant, or nothing if none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const limit = word.length <= 4 ? 1 : Math.min(3, Math.floor(word.length / 3) + 1);
  return within(limit, word, candidates) ?? startingWith(word, candidates);
}

/** The closest candidate that so few slips of the keyboard lead to. */
export function within(limit: number, word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function startingWith(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length < 3) return undefined;
  for (const candidate of candidates) if (candidate.startsWith(word)) return candidate;
  return undefined;
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

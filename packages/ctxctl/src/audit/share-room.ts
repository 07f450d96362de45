// Room that is short, given out fairly: who needs little gets all of it, the rest share what is left alike.

export function fairShares(needs: readonly number[], room: number): number[] {
  const given = needs.map(() => 0);
  let left = Math.max(0, room);
  const byNeed = needs.map((need, i) => ({ need, i })).sort((a, b) => a.need - b.need);
  byNeed.forEach(({ need, i }, rank) => {
    const share = Math.min(need, Math.floor(left / (needs.length - rank)));
    given[i] = share;
    left -= share;
  });
  return given;
}

/** As many whole lines as fit, each costing `perLine` more than its own length; of a first line too long, its beginning.
 * `left` counts the lines that are not shown whole. */
export function linesWithin(
  lines: readonly string[],
  room: number,
  perLine: number,
): { readonly shown: readonly string[]; readonly left: number } {
  let used = 0;
  let count = 0;
  for (const line of lines) {
    used += line.length + perLine;
    if (used > room) break;
    count++;
  }
  const first = lines[0];
  if (count === 0 && first !== undefined && room > perLine + 20) {
    const begin = first.slice(0, room - perLine - 1).replace(/[\uD800-\uDBFF]$/, '');
    return { shown: [`${begin}…`], left: lines.length };
  }
  return { shown: lines.slice(0, count), left: lines.length - count };
}

// Patterns in which `*` stands for anything, matched in time that a hostile pattern or text cannot blow up.

/** Whether the pattern matches the whole text. */
export function globMatches(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** Whether the pattern could match the text if each `hole` in it stood for anything. */
export function globCouldMatch(pattern: string, text: string, hole: string): boolean {
  let row = new Uint8Array(text.length + 1);
  row[0] = 1;
  for (let t = 0; t < text.length; t++) row[t + 1] = text[t] === hole ? (row[t] ?? 0) : 0;
  for (const wanted of pattern) {
    const next = new Uint8Array(text.length + 1);
    next[0] = wanted === '*' ? (row[0] ?? 0) : 0;
    for (let t = 0; t < text.length; t++) {
      const given = text[t];
      const skipsEither = (row[t + 1] ?? 0) | (next[t] ?? 0);
      if (wanted === '*' || given === hole) next[t + 1] = skipsEither | (row[t] ?? 0);
      else next[t + 1] = wanted === given ? (row[t] ?? 0) : 0;
    }
    row = next;
  }
  return row[text.length] === 1;
}

// Patterns in which `*` stands for anything, matched in time that a hostile pattern or text cannot blow up.

/** A string, letter by letter, or letters and what stands for one of several. `*` is the star. */
export type Glob = string | readonly (string | RegExp)[];

/** Whether the pattern matches the whole text. */
export function globMatches(pattern: Glob, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.length && fits(pattern[p], text[t])) {
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
export function globCouldMatch(pattern: Glob, text: string, hole: string): boolean {
  if (!text.includes(hole)) return globMatches(pattern, text);
  // reached[p]: the text up to here may be what the first p letters of the pattern stand for.
  const reached = new Uint8Array(pattern.length + 1);
  reached[0] = 1;
  passStars(pattern, reached);
  for (let t = 0; t < text.length; t++) {
    const lowest = reached.indexOf(1);
    if (lowest < 0) return false;
    if (text[t] === hole) reached.fill(1, lowest);
    else readLetter(pattern, reached, text[t], lowest);
  }
  return reached[pattern.length] === 1;
}

function fits(piece: string | RegExp | undefined, letter: string | undefined): boolean {
  if (piece === letter || typeof piece !== 'object') return piece === letter;
  return letter !== undefined && piece.test(letter);
}

function readLetter(pattern: Glob, reached: Uint8Array, letter: string | undefined, lowest: number): void {
  for (let p = pattern.length; p >= lowest; p--) {
    const stays = pattern[p] === '*' ? (reached[p] ?? 0) : 0;
    const before = p > 0 ? pattern[p - 1] : undefined;
    const comes = before !== undefined && before !== '*' && fits(before, letter) ? (reached[p - 1] ?? 0) : 0;
    reached[p] = stays | comes;
  }
  passStars(pattern, reached);
}

/** A star stands for nothing, too. */
function passStars(pattern: Glob, reached: Uint8Array): void {
  for (let p = 0; p < pattern.length; p++) {
    if (pattern[p] === '*' && reached[p] === 1) reached[p + 1] = 1;
  }
}

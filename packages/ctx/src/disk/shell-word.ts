// A path or another word as a POSIX shell takes it.

export function shellWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : quotedWord(word);
}

/** In quotes, whatever it is. */
export function quotedWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

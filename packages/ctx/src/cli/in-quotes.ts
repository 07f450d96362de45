// A line whose words were one text: people forget the quotes.

/** Longer ones are only begun. */
const mostLetters = 60;

/** The line as it should have been typed; nothing where quotes around it change nothing. */
export function inQuotes(
  program: string,
  { after, words }: { readonly after: string; readonly words: readonly string[] },
): string | undefined {
  if (words.length < 2) return undefined;
  const text = words.join(' ');
  // What a shell or a terminal could read as more than a letter is not repeated.
  const isPlain = /^[\p{L}\p{N} .,:;?'’_/@+=()#%&-]+$/u.test(text);
  const shown = isPlain ? text.slice(0, mostLetters) : '';
  const quoted = shown.length === text.length ? shown : `${shown.trimEnd()}…`;
  return [program, after, `"${quoted}"`].filter((part) => part !== '').join(' ');
}

/** A text with every stretch of white space made one blank. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

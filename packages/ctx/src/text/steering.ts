// Characters that steer a terminal, a browser or the direction of text, written out: a reader sees that they are there, and they do nothing.

export const steering = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff\ufffe\uffff]/gu;

export function writtenOut(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x20) return String.fromCodePoint(0x2400 + point);
  return `⟨U+${point.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** A text with all of them written out. */
export function inPlainSight(text: string): string {
  return text.replace(steering, writtenOut);
}

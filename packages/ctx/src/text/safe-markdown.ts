// What others wrote, in Markdown that a forge shows: as code, in which nothing is a link, a mention, markup, a command or a script.
// Real code, and not `<code>`: between HTML tags Markdown is still Markdown.

import { onOneLine } from './one-line.js';

/** Characters that steer the direction of text or a terminal are written out, as in a report. */
function shown(text: string): string {
  // Made where it is needed: classes by name cost every start half a millisecond.
  const steering = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff\ufffe\uffff]/gu;
  return text.replace(steering, (character) => {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x20) return String.fromCodePoint(0x2400 + point);
    return `⟨U+${point.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

/** One line, in a list or a sentence. */
export function code(text: string, most = 160): string {
  const line = onOneLine(shown(text));
  if (line === '') return '';
  const clipped = line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line;
  const fence = '`'.repeat(longestRun(clipped) + 1);
  const gap = /^`|`$/.test(clipped) ? ' ' : '';
  return `${fence}${gap}${clipped}${gap}${fence}`;
}

/** The same in a table, where a bar ends the cell whatever it stands in. */
export function cell(text: string): string {
  return code(text.replaceAll('|', '¦'));
}

/** A longer text, its lines kept. */
export function block(text: string): string {
  const lines = shown(text.replace(/\r\n?/g, '\n').trim());
  const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1));
  return `${fence}text\n${lines}\n${fence}`;
}

/**
 * Outside of code nothing may be markup, a mention or a reference. A character that could begin one is written as its number;
 * forges look for mentions only after that, so it is also kept from what follows by a space that nobody sees.
 */
export function plain(text: string): string {
  const line = shown(text).replace(/\s+/g, ' ');
  return line.replace(/[&<>|`\\*_{}[\]()+\-./"'#@!~:$%^]/g, (character, at: number) => {
    const begins = /[#@!~:$%^&]/.test(character) || (character === '-' && /GH$/i.test(line.slice(0, at)));
    return `&#${character.charCodeAt(0)};${begins ? '&#8203;' : ''}`;
  });
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

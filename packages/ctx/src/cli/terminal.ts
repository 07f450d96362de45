// What a renderer may know of the place its text goes to, and the few ways to set text there.

import { stripVTControlCharacters } from 'node:util';
import { counted } from '../text/counted.js';

export interface Terminal {
  /** Whether a person is watching, so that progress is worth showing. */
  readonly interactive: boolean;
  readonly colour: boolean;
  /** Whether what a command was about has been seen already, while it came. */
  readonly watched?: boolean;
  /** For text to read; a wide window has more columns. */
  readonly width: number;
  readonly columns?: number;
  /** Whether lines can be drawn anew. A person may watch in a place that cannot. */
  readonly redraws?: boolean;
  /** Whether what is written goes into the log of a CI that takes some lines as commands. */
  readonly obeysLines?: boolean;
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

const escapes: Record<Style, readonly [number, number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

export function styled(terminal: Terminal, style: Style, text: string): string {
  if (!terminal.colour || text === '') return text;
  const [on, off] = escapes[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

export { counted };

/** `just now`, `5 minutes ago`, `3 days ago`: as exact as anybody wants it. */
export function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${counted(minutes, 'minute')} ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${counted(hours, 'hour')} ago` : `${counted(Math.floor(hours / 24), 'day')} ago`;
}

/** Rows as aligned columns, two spaces between them, none behind the last. */
export function columns(rows: readonly (readonly string[])[], indent = ''): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, width(cell));
    });
  }
  const line = (row: readonly string[]) =>
    indent + row.map((cell, i) => (i === row.length - 1 ? cell : pad(cell, widths[i] ?? 0))).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

/** Breaks text at spaces so that no line is wider than asked; a longer word keeps a line of its own. */
export function wrap(text: string, limit: number, indent = ''): string {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > limit) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines.map((line) => (line === '' ? '' : indent + line)).join('\n');
}

// \p{Cc} without tab and line feed, and \p{Bidi_Control}, by number: by name they cost every start half a millisecond.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const steering = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Control and bidirectional characters made visible, so that shown text cannot steer the terminal. */
export function neutral(text: string): string {
  return text.replace(steering, (character) => {
    const point = character.charCodeAt(0);
    if (point < 0x20) return String.fromCodePoint(0x2400 + point);
    return `<U+${point.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

const steeringInJson = /[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** One line of JSON that steers nothing where it is shown: the value is the same, those characters are escaped. */
export function neutralJson(value: unknown): string {
  return JSON.stringify(value).replace(
    steeringInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours begin with one.
const ownColours = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/;

/** The last cleaner before a terminal: of all that steers one, only our own colours get through, where there are any. */
export function shown(text: string, { colour, obeysLines }: Terminal): string {
  const said = obeysLines ? withoutCommands(text) : text;
  if (!colour) return neutral(said);
  return said
    .split(ownColours)
    .map((part, i) => (i % 2 === 1 ? part : neutral(part)))
    .join('');
}

/** GitHub takes a line that begins with two colons, and `##[` anywhere in one, as a command to the workflow. */
function withoutCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, '$1: ').replaceAll('##[', '## [');
}

/** Every second part is a colour of ours. */
export function splitAtColours(text: string): string[] {
  return text.split(ownColours);
}

export function withoutColours(text: string): string {
  return text.includes('\u001b')
    ? text
        .split(ownColours)
        .filter((_, i) => i % 2 === 0)
        .join('')
    : text;
}

function pad(cell: string, to: number): string {
  return cell + ' '.repeat(Math.max(0, to - width(cell)));
}

/** Text without colours is as wide as it is long; asking Node's pattern first would cost every start its compilation. */
function width(cell: string): number {
  const coloured = cell.includes('\u001b') || cell.includes('\u009b');
  return (coloured ? stripVTControlCharacters(cell) : cell).length;
}

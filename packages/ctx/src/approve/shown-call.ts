// A call as a person is shown it before they answer: exact, bounded, and unable to look like a line of ours.

import type { AskedCall } from './question.js';

/** What no terminal shows as it is: controls, marks of direction, characters without a width, blanks that are no space. */
const unseen =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\u00a0\u115f\u1160\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\uffa0]|[\ufe00-\ufe0f]/gu;

/** Tabs and line feeds stay. */
export function visible(text: string): string {
  return text.replace(unseen, (character) => {
    if (character === '\t' || character === '\n') return character;
    const point = character.codePointAt(0) ?? 0;
    return `<U+${point.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/** For the middle of a sentence. */
export function oneLine(text: string): string {
  const line = visible(text).replaceAll(/[\n\t]/g, ' ');
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
}

const longestLine = 200;

/** Of a command, the command itself; of a file, what would change in it; of anything else, the whole input. */
export function callText({ tool, input, preview }: AskedCall): string {
  if (preview !== undefined) return preview;
  const { command, ...others } = fieldsOf(input);
  if (tool !== 'bash' || typeof command !== 'string') return JSON.stringify(input, null, 2) ?? '';
  const more = Object.entries(others).map(([name, value]) => `\n(${name}: ${JSON.stringify(value)})`);
  return `${command}${more.join('')}`;
}

/** Every line of it begins with a mark of ours, also where a long one is broken, so that none begins with its own words. */
const gutter = '  | ';

/** `most` lines at most; what is left out is counted. */
export function quoted(text: string, width: number, most: number): string {
  const room = Math.max(20, width - gutter.length);
  const lines = visible(text)
    .replace(/\n$/, '')
    .split('\n')
    .flatMap((line) => broken(line, room));
  const shown = lines.slice(0, most).map((line) => `${gutter}${line}`);
  const left = lines.length - shown.length;
  return [
    ...shown,
    ...(left > 0 ? [`  (${left} more ${left === 1 ? 'line' : 'lines'}: e shows all of it)`] : []),
  ].join('\n');
}

/** A character beyond Latin may take two columns, and a tab eight: none is counted as less. */
function broken(line: string, room: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let columns = 0;
  for (const character of line) {
    const wide = character === '\t' ? 8 : (character.codePointAt(0) ?? 0) > 0x2ff ? 2 : 1;
    if (columns + wide > room) {
      pieces.push(piece);
      piece = '';
      columns = 0;
    }
    piece += character;
    columns += wide;
  }
  return [...pieces, piece];
}

function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? Object.fromEntries(Object.entries(input)) : {};
}

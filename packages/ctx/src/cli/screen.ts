// What is shown on stderr while a command works: text that stays, and below it a few lines that are drawn anew.

import { cellsOf } from './cells.js';
import { patientWriter } from './patient-writer.js';
import type { Streams } from './streams.js';
import { shown, splitAtColours, type Terminal, withoutColours } from './terminal.js';

export interface Screen {
  /** Asked for each time: people resize their windows. */
  terminal(): Terminal;
  /** Whole lines that stay. */
  write(text: string): void;
  /** Lines below all that stays, in the place of those before. Each is cut to one row. */
  tail(lines: readonly string[]): void;
  /** A line that is a command to the CI that reads the log. Of ours alone: nothing that others wrote goes here. */
  command(line: string): void;
}

/** Drawn on stderr, without waiting for whoever reads it. */
export function progressScreen({ err, slowReaders, errTerminal }: Streams): Screen {
  return screenOn(slowReaders?.progress(patientWriter) ?? err, errTerminal);
}

/** `write` gets everything that steers the terminal; nothing else does. */
export function screenOn(write: (text: string) => void, terminal: () => Terminal): Screen {
  let drawn: readonly string[] = [];
  const update = (text: string, lines: readonly string[]) => {
    const place = terminal();
    const rows = lines.map((line) => shown(cutTo(oneLine(line), columnsOf(place) - 1), place));
    if (text === '' && rows.length === drawn.length && rows.every((row, i) => row === drawn[i])) return;
    const below = rows.map((row) => `${row}\n`).join('');
    write(`${erased(drawn, place)}${text}${below}`);
    drawn = rows;
  };
  let last: readonly string[] = [];
  return {
    terminal,
    write: (text) => update(shown(text, terminal()), last),
    tail(lines) {
      last = lines;
      update('', lines);
    },
    command: (line) => update(`${line}\n`, last),
  };
}

/** In a window that became narrower since, a line has more rows than one. */
function erased(rows: readonly string[], place: Terminal): string {
  if (rows.length === 0) return '';
  const width = columnsOf(place);
  const up = rows.reduce((sum, row) => sum + Math.max(1, Math.ceil(cellsOf(withoutColours(row)) / width)), 0);
  return `\r\u001b[${up}A\u001b[J`;
}

export function columnsOf({ columns, width }: Terminal): number {
  return Math.max(20, columns ?? width);
}

function oneLine(line: string): string {
  return line.replaceAll('\t', ' ').replaceAll('\n', ' ');
}

/** Cut to so many cells; colours that were begun are ended by whoever set them, so a cut keeps them. */
export function cutTo(line: string, cells: number): string {
  if (cellsOf(withoutColours(line)) <= cells) return line;
  let left = cells - 1;
  let text = '';
  for (const [i, part] of splitAtColours(line).entries()) {
    if (i % 2 === 1) {
      text += part;
      continue;
    }
    for (const character of part) {
      const wide = cellsOf(character);
      if (left < wide) {
        if (left >= 0) text += '…';
        left = -1;
        break;
      }
      left -= wide;
      text += character;
    }
  }
  return text;
}

// Pieces of text as rows of a terminal: broken between words, a word that is wider than a row where it has to be.

import { cellsOf } from '../cli/cells.js';
import { neutral, styled, type Terminal } from '../cli/terminal.js';
import type { MarkdownLine, StyledText } from './markdown.js';

export function rowsOf(line: MarkdownLine, columns: number, terminal: Terminal): string[] {
  const rows: string[] = [];
  let row = line.first;
  let used = cellsOf(line.first);
  let isEmpty = true;
  const next = () => {
    rows.push(row.trimEnd());
    row = line.rest;
    used = cellsOf(line.rest);
    isEmpty = true;
  };
  for (const word of wordsOf(line)) {
    const wide = word.reduce((sum, { text }) => sum + cellsOf(text), 0);
    const isSpace = word.every(({ text }) => text.trim() === '');
    if (isSpace) {
      if (!isEmpty || line.verbatim) {
        if (used + wide < columns) {
          row += word.map(({ text }) => text).join('');
          used += wide;
        } else next();
      }
      continue;
    }
    if (used + wide >= columns && !isEmpty && !line.verbatim) {
      next();
    }
    for (const { text, style } of word) {
      let rest = text;
      while (rest !== '') {
        const fits = headWithin(rest, columns - 1 - used);
        if (fits === '' && !isEmpty) {
          next();
          continue;
        }
        // A character that is wider than the window is shown all the same.
        const part = fits === '' ? ([...rest][0] ?? rest) : fits;
        row += style === undefined ? part : styled(terminal, style, part);
        used += cellsOf(part);
        isEmpty = false;
        rest = rest.slice(part.length);
        if (rest !== '') next();
      }
    }
  }
  rows.push(row.trimEnd());
  return rows;
}

/** Words and the spaces between them; a word may change its style within. */
function wordsOf({ pieces }: MarkdownLine): StyledText[][] {
  const words: StyledText[][] = [];
  let isOpen = false;
  for (const { text, style } of pieces) {
    for (const part of neutral(text).replaceAll('\t', '    ').split(/( +)/)) {
      if (part === '') continue;
      const isSpace = part.startsWith(' ');
      const last = words.at(-1);
      if (isOpen && !isSpace && last !== undefined) last.push({ text: part, style });
      else words.push([{ text: part, style: isSpace ? undefined : style }]);
      isOpen = !isSpace;
    }
  }
  return words;
}

function headWithin(text: string, cells: number): string {
  if (cellsOf(text) <= cells) return text;
  let head = '';
  let left = cells;
  for (const character of text) {
    left -= cellsOf(character);
    if (left < 0) break;
    head += character;
  }
  return head;
}

// Markdown that comes piece by piece, as rows: those that will not change any more, and the one that is still being written.

import { cellsOf } from '../cli/cells.js';
import { neutral, type Terminal } from '../cli/terminal.js';
import { endsFence, fenceIn } from '../text/markdown/fence.js';
import { codeLine, lineOf, type MarkdownLine, tableRow } from './markdown.js';
import { rowsOf } from './rows.js';

export interface MarkdownStream {
  /** The rows that are now final. */
  push(text: string): string[];
  /** The row that may still grow. */
  open(): string | undefined;
  /** The text is over. */
  end(): string[];
}

/** A line that is longer than this is no paragraph; it is shown as it comes. */
const longestLine = 4000;
const mostTableRows = 200;

export function markdownStream(terminal: () => Terminal, columns: () => number): MarkdownStream {
  let rest = '';
  let shownRows = 0;
  /** The mark of the code block that is open. */
  let fence: string | undefined;
  let table: string[] = [];

  const rows = (line: MarkdownLine) => rowsOf(line, columns(), terminal());
  const lineFrom = (text: string) => (fence === undefined ? lineOf(text) : codeLine(text));
  const endTable = () => {
    const ended = table.length === 0 ? [] : tableRows(table, columns(), rows);
    table = [];
    return ended;
  };
  const whole = (text: string): string[] => {
    const mark = fenceIn(text);
    if (fence === undefined ? mark !== undefined : endsFence(text, fence)) {
      fence = fence === undefined ? mark : undefined;
      return endTable();
    }
    if (fence === undefined && tableRow.test(text) && table.length < mostTableRows) {
      table.push(text);
      return [];
    }
    const made = rows(lineFrom(text)).slice(shownRows);
    return [...endTable(), ...made];
  };
  /** A row that may still turn out to be a mark, or belongs to a table. */
  const isHeld = () => fenceIn(rest) !== undefined || (fence === undefined && tableRow.test(rest));
  return {
    push(text) {
      const final: string[] = [];
      rest += text;
      for (let at = rest.indexOf('\n'); at >= 0; at = rest.indexOf('\n')) {
        final.push(...whole(rest.slice(0, at)));
        rest = rest.slice(at + 1);
        shownRows = 0;
      }
      if (rest === '' || isHeld()) return final;
      final.push(...endTable());
      const open = rows(lineFrom(rest));
      final.push(...open.slice(shownRows, -1));
      shownRows = Math.max(shownRows, open.length - 1);
      if (rest.length > longestLine) {
        final.push(...open.slice(shownRows));
        rest = '';
        shownRows = 0;
      }
      return final;
    },
    open: () => (rest === '' || isHeld() ? undefined : rows(lineFrom(rest)).at(-1)),
    end() {
      const final = rest === '' ? [] : whole(rest);
      final.push(...endTable());
      rest = '';
      shownRows = 0;
      fence = undefined;
      return final;
    },
  };
}

/** Aligned where they fit; where they do not, each row as it was written, broken between words. */
function tableRows(
  lines: readonly string[],
  columns: number,
  rows: (line: MarkdownLine) => string[],
): string[] {
  const cells = lines.map(cellsIn);
  const isRule = (row: readonly string[]) => row.every((cell) => /^:?-+:?$/.test(cell));
  const widths: number[] = [];
  for (const row of cells)
    if (!isRule(row))
      row.forEach((cell, i) => {
        widths[i] = Math.max(widths[i] ?? 0, cellsOf(cell));
      });
  const isTooWide = widths.reduce((sum, width) => sum + width + 3, 0) >= columns;
  if (isTooWide)
    return lines.flatMap((text) => rows({ first: '', rest: '  ', pieces: [{ text: text.trim() }] }));
  return cells.flatMap((row, i) => {
    const line = isRule(row)
      ? widths.map((width) => '─'.repeat(width)).join('─┼─')
      : widths.map((width, at) => padded(row[at] ?? '', width)).join(' │ ');
    const isHead = i === 0 && cells[1] !== undefined && isRule(cells[1]);
    return rows({
      first: '',
      rest: '',
      pieces: [{ text: line, style: isHead ? 'bold' : undefined }],
      verbatim: true,
    });
  });
}

function cellsIn(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner
    .split(/(?<!\\)\|/)
    .map((cell) => neutral(cell.trim().replaceAll('**', '').replaceAll('\\|', '|')));
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - cellsOf(cell)));
}

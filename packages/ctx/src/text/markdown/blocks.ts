// Markdown as people and models write it, for a page: headings, lists, tables, quotes, code. What it does not know stands there as
// it was written. HTML in it is text.

import { endsFence } from './fence.js';
import { type Inline, inline } from './inline.js';

/** A line of a text. */
type Line = readonly Inline[];

export interface Item {
  /** From 0 to 3: items that stand further in are shown further in; they need no lists of their own for that. */
  readonly indent: number;
  readonly mark: string;
  readonly lines: readonly Line[];
}

export type Block =
  | { readonly is: 'heading'; readonly level: number; readonly line: Line }
  | { readonly is: 'rule' }
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'quote'; readonly blocks: readonly Block[] }
  | { readonly is: 'list'; readonly items: readonly Item[] }
  | { readonly is: 'table'; readonly head: readonly Line[]; readonly rows: readonly (readonly Line[])[] }
  | { readonly is: 'paragraph'; readonly lines: readonly Line[] };

const deepestQuote = 3;
const mostColumns = 20;

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]{0,30})[^`]*$/;
const heading = /^ {0,3}(#{1,6})\s+(.+?)\s*#*$/;
const rule = /^ {0,3}(?:-\s*){3,}$|^ {0,3}(?:\*\s*){3,}$|^ {0,3}(?:_\s*){3,}$/;
const item = /^(\s{0,20})(?:([-*+])|(\d{1,9})[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;
const separator = /^\s*\|?(?:\s*:?-{1,}:?\s*\|)+\s*(?::?-{1,}:?)?\s*$/;

export function blocksOf(text: string, depth = 0): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const taken = blockAt(lines, at, depth);
    if (taken.block !== undefined) blocks.push(taken.block);
    at = taken.next;
  }
  return blocks;
}

interface Taken {
  readonly block?: Block;
  readonly next: number;
}

function blockAt(lines: readonly string[], at: number, depth: number): Taken {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { next: at + 1 };
  const [, mark] = fence.exec(line) ?? [];
  if (mark !== undefined) return code(lines, at, mark);
  const [, hashes, title] = heading.exec(line) ?? [];
  if (hashes !== undefined && title !== undefined)
    return { block: { is: 'heading', level: hashes.length, line: inline(title) }, next: at + 1 };
  if (rule.test(line)) return { block: { is: 'rule' }, next: at + 1 };
  if (line.startsWith('>') && depth < deepestQuote) return quote(lines, at, depth);
  if (item.test(line)) return list(lines, at);
  if (line.includes('|') && separator.test(lines[at + 1] ?? '')) return table(lines, at);
  return paragraph(lines, at);
}

function until(lines: readonly string[], at: number, isOver: (line: string) => boolean): number {
  let next = at;
  while (next < lines.length && !isOver(lines[next] ?? '')) next += 1;
  return next;
}

function code(lines: readonly string[], at: number, mark: string): Taken {
  const end = until(lines, at + 1, (line) => endsFence(line, mark));
  return { block: { is: 'code', text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
}

function quote(lines: readonly string[], at: number, depth: number): Taken {
  const end = until(lines, at, (line) => !line.startsWith('>'));
  const inside = lines.slice(at, end).map((line) => line.replace(/^> ?/, ''));
  return { block: { is: 'quote', blocks: blocksOf(inside.join('\n'), depth + 1) }, next: end };
}

function list(lines: readonly string[], at: number): Taken {
  const items: Item[] = [];
  let next = at;
  while (next < lines.length) {
    const [whole, indent = '', , number, box, text = ''] = item.exec(lines[next] ?? '') ?? [];
    if (whole === undefined) break;
    const end = until(lines, next + 1, (line) => line.trim() === '' || item.test(line) || !/^\s/.test(line));
    const rest = lines.slice(next + 1, end).map((line) => inline(line.trim()));
    const mark = box === undefined ? (number === undefined ? '•' : `${number}.`) : box === ' ' ? '☐' : '☑';
    const deep = Math.min(3, Math.floor(indent.length / 2));
    items.push({ indent: deep, mark, lines: [inline(text), ...rest] });
    next = end;
    if (lines[next]?.trim() === '' && item.test(lines[next + 1] ?? '')) next += 1;
  }
  return { block: { is: 'list', items }, next };
}

function table(lines: readonly string[], at: number): Taken {
  const end = until(lines, at + 2, (line) => !line.includes('|'));
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|', mostColumns)
      .map((cell) => inline(cell.trim().replaceAll('\\', '')));
  const rows = lines.slice(at + 2, end).map(cells);
  return { block: { is: 'table', head: cells(lines[at] ?? ''), rows }, next: end };
}

function paragraph(lines: readonly string[], at: number): Taken {
  const isOver = (line: string) =>
    line.trim() === '' || fence.test(line) || heading.test(line) || item.test(line) || line.startsWith('>');
  const end = Math.max(at + 1, until(lines, at + 1, isOver));
  return { block: { is: 'paragraph', lines: lines.slice(at, end).map((line) => inline(line)) }, next: end };
}

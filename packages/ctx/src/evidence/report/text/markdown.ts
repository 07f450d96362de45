// Markdown as people and models write it, for a page: headings, lists, tables, quotes, code. What it does not know stands there as
// it was written. HTML in it is text.

import { html, type Markup } from '../../story/markup.js';
import { inline } from './inline.js';

const deepestQuote = 3;
const mostColumns = 20;

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]{0,30})[^`]*$/;
const heading = /^ {0,3}(#{1,6})\s+(.+?)\s*#*$/;
const rule = /^ {0,3}(?:-\s*){3,}$|^ {0,3}(?:\*\s*){3,}$|^ {0,3}(?:_\s*){3,}$/;
const item = /^(\s{0,20})(?:([-*+])|(\d{1,9})[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;
const separator = /^\s*\|?(?:\s*:?-{1,}:?\s*\|)+\s*(?::?-{1,}:?)?\s*$/;

export function markdown(text: string, depth = 0): Markup {
  const lines = text.split('\n');
  const blocks: Markup[] = [];
  let at = 0;
  while (at < lines.length) {
    const taken = blockAt(lines, at, depth);
    if (taken.block !== undefined) blocks.push(taken.block);
    at = taken.next;
  }
  return html`<div class="md">${blocks}</div>`;
}

interface Taken {
  readonly block?: Markup;
  readonly next: number;
}

function blockAt(lines: readonly string[], at: number, depth: number): Taken {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { next: at + 1 };
  const [, mark] = fence.exec(line) ?? [];
  if (mark !== undefined) return code(lines, at, mark);
  const [, hashes, title] = heading.exec(line) ?? [];
  if (hashes !== undefined && title !== undefined)
    return { block: html`<p class="h${Math.min(hashes.length, 4)}">${inline(title)}</p>`, next: at + 1 };
  if (rule.test(line)) return { block: html`<hr>`, next: at + 1 };
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
  const end = until(lines, at + 1, (line) => line.trim().startsWith(mark) && !/[^`~\s]/.test(line));
  return { block: html`<pre>${lines.slice(at + 1, end).join('\n')}</pre>`, next: end + 1 };
}

function quote(lines: readonly string[], at: number, depth: number): Taken {
  const end = until(lines, at, (line) => !line.startsWith('>'));
  const inside = lines.slice(at, end).map((line) => line.replace(/^> ?/, ''));
  return { block: html`<blockquote>${markdown(inside.join('\n'), depth + 1)}</blockquote>`, next: end };
}

/** Items that stand further in are shown further in; they need no lists of their own for that. */
function list(lines: readonly string[], at: number): Taken {
  const items: Markup[] = [];
  let next = at;
  while (next < lines.length) {
    const [whole, indent = '', , number, box, text = ''] = item.exec(lines[next] ?? '') ?? [];
    if (whole === undefined) break;
    const end = until(lines, next + 1, (line) => line.trim() === '' || item.test(line) || !/^\s/.test(line));
    const rest = lines.slice(next + 1, end).map((line) => html`<br>${inline(line.trim())}`);
    const mark = box === undefined ? (number === undefined ? '•' : `${number}.`) : box === ' ' ? '☐' : '☑';
    items.push(
      html`<li class="in${Math.min(3, Math.floor(indent.length / 2))}"><span class="mark">${mark}</span><span>${inline(text)}${rest}</span></li>`,
    );
    next = end;
    if (lines[next]?.trim() === '' && item.test(lines[next + 1] ?? '')) next += 1;
  }
  return { block: html`<ul class="items">${items}</ul>`, next };
}

function table(lines: readonly string[], at: number): Taken {
  const end = until(lines, at + 2, (line) => !line.includes('|'));
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|', mostColumns)
      .map((cell) => inline(cell.trim().replaceAll('\\', '')));
  const head = cells(lines[at] ?? '').map((cell) => html`<th>${cell}</th>`);
  const rows = lines
    .slice(at + 2, end)
    .map((line) => html`<tr>${cells(line).map((cell) => html`<td>${cell}</td>`)}</tr>`);
  const block = html`<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
  return { block, next: end };
}

function paragraph(lines: readonly string[], at: number): Taken {
  const isOver = (line: string) =>
    line.trim() === '' || fence.test(line) || heading.test(line) || item.test(line) || line.startsWith('>');
  const end = Math.max(at + 1, until(lines, at + 1, isOver));
  const shown = lines.slice(at, end).map((line, i) => html`${i === 0 ? '' : html`<br>`}${inline(line)}`);
  return { block: html`<p>${shown}</p>`, next: end };
}

// Markdown as markup of a page: every text in it is escaped, and a link shows where it leads.

import { type Block, blocksOf, type Item } from '../../../text/markdown/blocks.js';
import type { Inline } from '../../../text/markdown/inline.js';
import { html, type Markup } from '../../story/markup.js';

export function markdown(text: string): Markup {
  return shown(blocksOf(text));
}

function shown(blocks: readonly Block[]): Markup {
  return html`<div class="md">${blocks.map(blockMarkup)}</div>`;
}

function blockMarkup(block: Block): Markup {
  switch (block.is) {
    case 'heading':
      return html`<p class="h${Math.min(block.level, 4)}">${block.line.map(inlineMarkup)}</p>`;
    case 'rule':
      return html`<hr>`;
    case 'code':
      return html`<pre>${block.text}</pre>`;
    case 'quote':
      return html`<blockquote>${shown(block.blocks)}</blockquote>`;
    case 'list':
      return html`<ul class="items">${block.items.map(itemMarkup)}</ul>`;
    case 'table': {
      const head = block.head.map((cell) => html`<th>${cell.map(inlineMarkup)}</th>`);
      const rows = block.rows.map(
        (row) => html`<tr>${row.map((cell) => html`<td>${cell.map(inlineMarkup)}</td>`)}</tr>`,
      );
      return html`<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
    }
    case 'paragraph':
      return html`<p>${broken(block.lines)}</p>`;
  }
}

function itemMarkup({ indent, mark, lines }: Item): Markup {
  return html`<li class="in${indent}"><span class="mark">${mark}</span><span>${broken(lines)}</span></li>`;
}

function broken(lines: readonly (readonly Inline[])[]): Markup[] {
  return lines.map((line, i) => html`${i === 0 ? '' : html`<br>`}${line.map(inlineMarkup)}`);
}

function inlineMarkup(piece: Inline): Markup | string {
  if (typeof piece === 'string') return piece;
  switch (piece.is) {
    case 'code':
      return html`<code>${piece.text}</code>`;
    case 'strong':
      return html`<strong>${piece.inside.map(inlineMarkup)}</strong>`;
    case 'em':
      return html`<em>${piece.inside.map(inlineMarkup)}</em>`;
    case 's':
      return html`<s>${piece.inside.map(inlineMarkup)}</s>`;
    case 'link': {
      const { url, says, inside } = piece;
      const leads = says === url ? undefined : html` <span class="soft">(${url})</span>`;
      return html`<a href="${url}" rel="noreferrer nofollow">${inside.map(inlineMarkup)}</a>${leads}`;
    }
  }
}

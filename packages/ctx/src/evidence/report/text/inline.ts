// Markdown inside of a line: code, strong, emphasis, links. Each text is read once, whatever is in it, and only ever becomes
// markup of ours; a link leads to the web or nowhere, and shows where.

import { html, type Markup } from '../../story/markup.js';

const deepest = 3;
const longestLinkText = 300;
const target = /\]\((https?:\/\/[^\s()<>"']{1,500})\)/y;

type Piece = Markup | string;

export function inline(text: string, depth = 0): Piece[] {
  const pieces: Piece[] = [];
  const never = new Set<string>();
  let plain = 0;
  let at = 0;
  let link: { readonly at: number; readonly url: string | undefined; readonly end: number } | undefined;
  const put = (piece: Piece, end: number) => {
    if (plain < at) pieces.push(text.slice(plain, at));
    pieces.push(piece);
    at = end;
    plain = end;
  };
  /** Where the mark ends that begins here; nothing where the rest of the text has none, which is found out once. */
  const closing = (mark: string, from: number) => {
    if (never.has(mark)) return undefined;
    const end = text.indexOf(mark, from);
    if (end < 0) never.add(mark);
    return end <= from ? undefined : end;
  };
  const linkAfter = (from: number) => {
    if (link === undefined || link.at < from) {
      const found = never.has('](') ? -1 : text.indexOf('](', from);
      if (found < 0) never.add('](');
      target.lastIndex = Math.max(0, found);
      const [whole = '', url] = (found < 0 ? null : target.exec(text)) ?? [];
      link = { at: found < 0 ? text.length : found, url, end: found + whole.length };
    }
    return link.url !== undefined && link.at - from <= longestLinkText && link.at > from
      ? { says: text.slice(from, link.at), url: link.url, end: link.end }
      : undefined;
  };
  while (at < text.length) {
    const mark = text[at];
    if (mark === '`') {
      const ticks = text.startsWith('``', at) ? '``' : '`';
      const end = closing(ticks, at + ticks.length);
      if (end !== undefined) {
        put(html`<code>${text.slice(at + ticks.length, end)}</code>`, end + ticks.length);
        continue;
      }
      at += ticks.length;
    } else if (mark === '[' && text[at - 1] !== '!' && depth < deepest) {
      const found = linkAfter(at + 1);
      if (found === undefined) at += 1;
      else put(linkTo(found.says, found.url, depth), found.end);
    } else if ((mark === '*' || mark === '~') && depth < deepest) {
      const word = text.startsWith(mark + mark, at) ? mark + mark : mark;
      const end = /\s/.test(text[at + word.length] ?? ' ') ? undefined : closing(word, at + word.length);
      if (end === undefined || word === '~' || /\s/.test(text[end - 1] ?? '')) at += word.length;
      else put(marked(word, inline(text.slice(at + word.length, end), depth + 1)), end + word.length);
    } else at += 1;
  }
  if (plain < text.length) pieces.push(text.slice(plain));
  return pieces;
}

function marked(word: string, inside: readonly Piece[]): Markup {
  if (word === '**') return html`<strong>${inside}</strong>`;
  return word === '~~' ? html`<s>${inside}</s>` : html`<em>${inside}</em>`;
}

function linkTo(says: string, url: string, depth: number): Markup {
  const shown = says === url ? undefined : html` <span class="soft">(${url})</span>`;
  return html`<a href="${url}" rel="noreferrer nofollow">${inline(says, depth + 1)}</a>${shown}`;
}

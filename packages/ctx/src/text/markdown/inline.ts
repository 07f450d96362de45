// Markdown inside of a line: code, strong, emphasis, links. Each text is read once, whatever is in it; a link leads to the web or
// nowhere. Whoever shows the pieces escapes their texts and says where a link leads.

const deepest = 3;
const longestLinkText = 300;
const target = /\]\((https?:\/\/[^\s()<>"']{1,500})\)/y;

export type Inline =
  | string
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'strong' | 'em' | 's'; readonly inside: readonly Inline[] }
  | { readonly is: 'link'; readonly url: string; readonly says: string; readonly inside: readonly Inline[] };

export function inline(text: string, depth = 0): Inline[] {
  const pieces: Inline[] = [];
  const never = new Set<string>();
  let plain = 0;
  let at = 0;
  let link: { readonly at: number; readonly url: string | undefined; readonly end: number } | undefined;
  const put = (piece: Inline, end: number) => {
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
        put({ is: 'code', text: text.slice(at + ticks.length, end) }, end + ticks.length);
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

function marked(word: string, inside: readonly Inline[]): Inline {
  if (word === '**') return { is: 'strong', inside };
  return { is: word === '~~' ? 's' : 'em', inside };
}

function linkTo(says: string, url: string, depth: number): Inline {
  return { is: 'link', url, says, inside: inline(says, depth + 1) };
}

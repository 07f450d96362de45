// Markdown into HTML with GitHub's rules: tables, anchors of headings, and links that lead to pages of the site.

import { posix } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** Where a file of the repository is on the site, if it is there. */
type Placed = (path: string) => string | undefined;

export function htmlOf(text: string, source: string, path: string, placed: Placed): string {
  const plain = text.replace(/<!--.*?-->\n*/gs, '');
  const html = micromark(plain, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return withScrollingTables(withWholeFlags(withLinks(withAnchors(html), source, path, placed)));
}

/** The words of the headings, the title first. */
export function headingsOf(text: string): string[] {
  const outside = text.replace(/^```.*?^```/gms, '');
  return [...outside.matchAll(/^#{1,3} (.+)$/gm)].map(([, words = '']) => words.replace(/[`*]/g, ''));
}

function withAnchors(html: string): string {
  const seen = new Map<string, number>();
  return html.replace(/<h([1-6])>(.*?)<\/h\1>/gs, (_, level: string, inside: string) => {
    const name = anchorOf(inside);
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    const id = times === 0 ? name : `${name}-${times}`;
    return `<h${level} id="${id}">${inside}</h${level}>`;
  });
}

/** As GitHub makes them: lower case, without punctuation, spaces as dashes. */
function anchorOf(inside: string): string {
  const words = inside.replace(/<[^>]+>/g, '').replace(/&(?:amp|lt|gt|quot);/g, '');
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function withLinks(html: string, source: string, path: string, placed: Placed): string {
  const here = posix.dirname(path);
  const target = (link: string): string | undefined => {
    if (/^(?:[a-z]+:|#)/.test(link)) return link;
    const [file = '', anchor] = link.split('#');
    const there = placed(posix.normalize(posix.join(posix.dirname(source), decodeURIComponent(file))));
    return there && posix.relative(here, there) + (anchor === undefined ? '' : `#${anchor}`);
  };
  const anchors = html.replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (_, link: string, inside: string) => {
    const there = target(link);
    // What is only in the repository keeps its words.
    return there === undefined ? inside : `<a href="${there}">${inside}</a>`;
  });
  return anchors.replace(
    /<img src="([^"]*)"/g,
    (_, link: string) => `<img loading="lazy" src="${target(link) ?? link}"`,
  );
}

/** A narrow column breaks no flag after its dashes. What stands in a block of code scrolls anyway. */
function withWholeFlags(html: string): string {
  return html.replace(/(<pre[^>]*>)?<code([^>]*)>(.*?)<\/code>/gs, (whole, block, attributes, inside) => {
    if (block !== undefined) return whole;
    const flags = inside.replace(/(?<=^|\s)--?[\w-]{1,24}/g, '<span class="whole">$&</span>');
    return `<code${attributes}>${flags}</code>`;
  });
}

/** A table wider than a phone scrolls by itself, and can be reached with the keyboard. A head without words is none. */
function withScrollingTables(html: string): string {
  let tables = 0;
  return html
    .replaceAll('<table>', () => {
      tables += 1;
      return `<div class="table" tabindex="0" role="region" aria-label="Table ${tables}"><table>`;
    })
    .replaceAll('</table>', '</table></div>')
    .replace(/<th([^>]*)><\/th>/g, '<td$1></td>')
    .replaceAll('<pre>', '<pre tabindex="0">');
}

// A line of Markdown as a terminal shows it: what stands before its rows, and its text in pieces with a style each. Text that
// is still coming reads the same way, so that what was shown of it stays true.

import type { Style } from '../cli/terminal.js';

export interface StyledText {
  readonly text: string;
  readonly style?: Style | undefined;
}

export interface MarkdownLine {
  /** Before the first row, and before the others. */
  readonly first: string;
  readonly rest: string;
  readonly pieces: readonly StyledText[];
  /** Broken where it has to be, not between words: code. */
  readonly verbatim?: true;
}

export const tableRow = /^\s*\|/;

export function codeLine(text: string): MarkdownLine {
  return { first: '  ', rest: '  ', pieces: [{ text, style: 'cyan' }], verbatim: true };
}

export function lineOf(text: string): MarkdownLine {
  const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(text);
  if (heading !== null) return { first: '', rest: '', pieces: [{ text: heading[1] ?? '', style: 'bold' }] };
  if (/^\s*([-*_])(?:\s*\1){2,}\s*$/.test(text))
    return { first: '', rest: '', pieces: [{ text: '────────', style: 'dim' }] };
  const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/.exec(text);
  if (item !== null) {
    const [, indent = '', marker = '', said = ''] = item;
    const first = `${indent}${/\d/.test(marker) ? marker : '-'} `;
    return { first, rest: ' '.repeat(first.length), pieces: piecesOf(said) };
  }
  const quote = /^\s*>\s?(.*)$/.exec(text);
  if (quote !== null) return { first: '| ', rest: '| ', pieces: [{ text: quote[1] ?? '', style: 'dim' }] };
  const [indent = ''] = /^\s*/.exec(text) ?? [];
  return { first: indent, rest: indent, pieces: piecesOf(text.slice(indent.length)) };
}

/** Bold and code. What was begun and not ended is taken for begun: the rest may be on its way. */
export function piecesOf(text: string): StyledText[] {
  const pieces: StyledText[] = [];
  let isBold = false;
  let isCode = false;
  let said = '';
  const end = () => {
    if (said !== '') pieces.push({ text: said, style: isCode ? 'cyan' : isBold ? 'bold' : undefined });
    said = '';
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? '';
    if (character === '`') {
      end();
      isCode = !isCode;
    } else if (!isCode && text.startsWith('**', i)) {
      end();
      isBold = !isBold;
      i += 1;
    } else if (!isCode && character === '\\' && /[\\`*_{}[\]()#+.!|>-]/.test(text[i + 1] ?? '')) {
      said += text[i + 1] ?? '';
      i += 1;
    } else said += character;
  }
  end();
  return pieces;
}

// The lines of a Markdown file that carry structure: headings and check boxes outside of code blocks and comments.

import { conflictedFile, malformedFile } from '../malformed-file.js';

export interface StructuralLine {
  readonly kind: 'title' | 'section' | 'checkbox';
  readonly start: number;
  /** Behind its line break. */
  readonly end: number;
  /** Counted from 1. */
  readonly line: number;
}

/** Only what begins in the first column: what is indented belongs to an item and cannot reach beyond it. */
export function structuralLines(text: string, shown: string): StructuralLine[] {
  if (text.includes('\0'))
    throw malformedFile(shown, lineAt(text, text.indexOf('\0')), 'holds a NUL character');
  const lines: StructuralLine[] = [];
  let line = 1;
  for (let start = 0; start < text.length; line++) {
    const end = endOfLine(text, start);
    const kind = kindOf(text, start);
    if (kind === 'conflict') throw conflictedFile(shown, line);
    if (kind === 'block') {
      const close = endOfBlock(text, start, end, line, shown);
      line += linesBetween(text, end, close);
      start = close;
      continue;
    }
    if (kind !== undefined) lines.push({ kind, start, end, line });
    start = end;
  }
  return lines;
}

/** By the first character, so that most lines cost one look. */
function kindOf(text: string, start: number): StructuralLine['kind'] | 'block' | 'conflict' | undefined {
  switch (text[start]) {
    case '#':
      return text.startsWith('# ', start) ? 'title' : text.startsWith('## ', start) ? 'section' : undefined;
    case '-':
    case '*':
    case '+':
      return /^ \[[ xX]\] $/.test(text.slice(start + 1, start + 6)) ? 'checkbox' : undefined;
    case '`':
      return text.startsWith('```', start) ? 'block' : undefined;
    case '~':
      return text.startsWith('~~~', start) ? 'block' : undefined;
    case '<':
      if (text.startsWith('<!--', start)) return 'block';
      return text.startsWith('<<<<<<< ', start) ? 'conflict' : undefined;
    case '>':
      return text.startsWith('>>>>>>> ', start) ? 'conflict' : undefined;
    default:
      return undefined;
  }
}

/** Where a code block or a comment ends; one that never does would swallow what is added. */
function endOfBlock(text: string, start: number, end: number, line: number, shown: string): number {
  if (text[start] === '<') {
    const close = text.indexOf('-->', start);
    if (close === -1) throw malformedFile(shown, line, 'opens a comment that is never closed');
    return endOfLine(text, close);
  }
  const fence = /^(?:`+|~+)/.exec(text.slice(start, end))?.[0] ?? '';
  const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*\\r?$`, 'gm');
  closing.lastIndex = end;
  const close = closing.exec(text);
  if (close === null) throw malformedFile(shown, line, 'opens a code block that is never closed');
  return endOfLine(text, close.index);
}

function endOfLine(text: string, from: number): number {
  const lf = text.indexOf('\n', from);
  return lf === -1 ? text.length : lf + 1;
}

function linesBetween(text: string, from: number, to: number): number {
  return text.slice(from, to).split('\n').length - 1;
}

function lineAt(text: string, position: number): number {
  return linesBetween(text, 0, position) + 1;
}

// Searching transcripts: the bytes of every session for the longest word first, and only lines that hold it are parsed.

import { sep } from 'node:path';
import { readFiles } from './file-bytes.js';
import { longestOf, type Query } from './query.js';
import { type Said, saidIn } from './said.js';
import { sessionNames } from './session-names.js';

export interface SessionHit extends Said {
  readonly session: string;
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Of one session, so that a word that stands in every line does not take all the time there is. */
const mostLines = 8;
/** Strings up to this size live where V8 makes and forgets them fastest; larger ones cost twice the time. */
const pieceBytes = 120_000;
const LF = 0x0a;
/** Of all sessions together. */
const mostParsed = 4000;

/** Hits of the newest sessions first (ids sort by time), at most a few of each. */
export function searchSessions(folder: string, query: Query): SessionHit[] {
  const expression = expressionFor(longestOf(query));
  const hits: SessionHit[] = [];
  const paths = sessionNames(folder).map((name) => `${folder}${sep}${name}`);
  let parsed = 0;
  for (const { path, bytes } of readFiles(paths)) {
    for (const { text, start } of linesWith(expression, bytes)) {
      parsed += 1;
      if (parsed > mostParsed) return hits;
      const said = saidIn(text);
      if (said === undefined || !holdsAll(said.text, query)) continue;
      const session = path.slice(folder.length + 1, -'.jsonl'.length);
      hits.push({ ...said, session, path, line: lineNumber(bytes, start) });
    }
  }
  return hits;
}

/**
 * Each byte is a character (Latin-1), so that one regular expression without regard to case finds ASCII words at
 * memory speed. Beyond ASCII upper and lower case are different bytes, so each way to write the word is looked for.
 */
function expressionFor(word: string): RegExp {
  const ways = [word, word.toUpperCase(), word.slice(0, 1).toUpperCase() + word.slice(1)];
  const ascii = /^[ -~]*$/.test(word);
  const patterns = (ascii ? [word] : [...new Set(ways)]).map((way) => {
    const written = JSON.stringify(way).slice(1, -1);
    return Buffer.from(written)
      .toString('latin1')
      .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
  return new RegExp(patterns.join('|'), 'gi');
}

/** The first lines of a file that the expression is found in, as UTF-8 again. */
function* linesWith(expression: RegExp, bytes: Buffer) {
  let lines = 0;
  for (let from = 0; from < bytes.length; ) {
    const to = endOfPiece(bytes, from);
    const piece = bytes.toString('latin1', from, to);
    expression.lastIndex = 0;
    for (let match = expression.exec(piece); match !== null; match = expression.exec(piece)) {
      const start = piece.lastIndexOf('\n', match.index) + 1;
      const lf = piece.indexOf('\n', match.index);
      const end = lf === -1 ? piece.length : lf;
      yield { text: bytes.toString('utf8', from + start, from + end), start: from + start };
      lines += 1;
      if (lines >= mostLines) return;
      expression.lastIndex = end;
    }
    from = to;
  }
}

/** Behind a line break where there is one. */
function endOfPiece(bytes: Buffer, from: number): number {
  const most = from + pieceBytes;
  if (most >= bytes.length) return bytes.length;
  const before = bytes.lastIndexOf(LF, most);
  if (before > from) return before + 1;
  const behind = bytes.indexOf(LF, most);
  return behind === -1 ? bytes.length : behind + 1;
}

function lineNumber(bytes: Buffer, position: number): number {
  let lines = 1;
  for (let lf = bytes.indexOf(LF); lf !== -1 && lf < position; lf = bytes.indexOf(LF, lf + 1)) lines += 1;
  return lines;
}

function holdsAll(text: string, { terms }: Query): boolean {
  const lower = text.toLowerCase();
  return terms.every((term) => lower.includes(term));
}

// Searching transcripts: the bytes of every session for the longest word first, and only lines that hold it are parsed.

import { diskTrouble } from '../../disk/system-errors.js';
import { countLines, FileReader } from './file-bytes.js';
import { longestOf, type Query } from './query.js';
import { saidIn, type Utterance } from './said.js';
import { sessionNames } from './session-names.js';

export interface SessionHit extends Utterance {
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
/** How much is searched at most, the newest first. */
export interface SearchBudget {
  readonly sessions: number;
  readonly bytes: number;
  /** Lines that hold the longest word, and are parsed. */
  readonly lines: number;
}

/** About a second's work. */
export const usualBudget: SearchBudget = { sessions: 10_000, bytes: 1 << 30, lines: 4000 };
export const wholeBudget: SearchBudget = { sessions: Infinity, bytes: Infinity, lines: Infinity };

export interface SearchedSessions {
  readonly hits: readonly SessionHit[];
  /** Read to their ends, or until they had given enough hits. */
  readonly searched: number;
  readonly total: number;
  readonly unreadable: number;
}

/** Hits of the newest sessions first, those of the project's own folder before the others, at most a few of each. */
export function searchSessions(
  folders: readonly string[],
  query: Query,
  budget: SearchBudget,
): SearchedSessions {
  const expression = expressionFor(longestOf(query));
  const hits: SessionHit[] = [];
  const names = sessionNames(folders);
  const reader = new FileReader();
  let searched = 0;
  let unreadable = 0;
  let bytesRead = 0;
  let parsed = 0;
  const answer = () => ({ hits, searched, total: names.length, unreadable });
  for (const { id, folder, path } of names) {
    if (searched + unreadable >= budget.sessions) break;
    const pieces = reader.open(folder, path);
    if (pieces === undefined) {
      unreadable += 1;
      continue;
    }
    let lines = 0;
    try {
      for (const { bytes, linesBefore } of pieces) {
        bytesRead += bytes.length;
        for (const { text, start } of linesWith(expression, bytes)) {
          parsed += 1;
          lines += 1;
          if (parsed > budget.lines) return answer();
          const said = saidIn(text);
          if (said !== undefined && holdsAll(said.text, query)) {
            const line = linesBefore + countLines(bytes, start) + 1;
            hits.push({ ...said, session: id, path, line });
          }
          if (lines >= mostLines) break;
        }
        if (lines >= mostLines) break;
        if (bytesRead > budget.bytes) return answer();
      }
      searched += 1;
    } catch (error) {
      if (diskTrouble(error) === undefined) throw error;
      unreadable += 1;
    }
  }
  return answer();
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

/** The lines that the expression is found in, as UTF-8 again. */
function* linesWith(expression: RegExp, bytes: Buffer) {
  for (let from = 0; from < bytes.length; ) {
    const to = endOfPiece(bytes, from);
    const piece = bytes.toString('latin1', from, to);
    expression.lastIndex = 0;
    for (let match = expression.exec(piece); match !== null; match = expression.exec(piece)) {
      const start = piece.lastIndexOf('\n', match.index) + 1;
      const lf = piece.indexOf('\n', match.index);
      const end = lf === -1 ? piece.length : lf;
      yield { text: bytes.toString('utf8', from + start, from + end), start: from + start };
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

function holdsAll(text: string, { terms }: Query): boolean {
  const lower = text.toLowerCase();
  return terms.every((term) => lower.includes(term));
}

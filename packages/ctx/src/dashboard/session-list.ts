// The rows of all sessions as JSON, a few at a time: whole, the text of ten thousand would be in memory once for every page that asks.

import type { BrokenSession } from './api.js';
import type { ListedSessions } from './dashboard.js';

const pieceLength = 1 << 14;

/** Together they are a `SessionList`. */
export function* sessionListText({ total, complete, rows }: ListedSessions): Generator<string> {
  const unreadable: BrokenSession[] = [];
  let piece = `{"total":${total},"complete":${complete},"sessions":[`;
  let comma = '';
  for (const row of rows) {
    if (!row.readable) {
      unreadable.push(row);
      continue;
    }
    piece += comma + JSON.stringify(row);
    comma = ',';
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}],"unreadable":${JSON.stringify(unreadable)}}\n`;
}

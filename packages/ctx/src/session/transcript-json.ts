// A transcript as JSON, piece by piece: the same bytes as JSON.stringify with two spaces gives for the whole.

import type { Transcript } from './transcript.js';
import type { TranscriptForm } from './write-transcript.js';

export function jsonForm(write: (text: string) => void): TranscriptForm {
  /** How many members the open lists have: runs, turns, messages. */
  const counts = [0, 0, 0];
  let run: Transcript['runs'][number] | undefined;
  let turn: Transcript['runs'][number]['turns'][number] | undefined;
  const member = (level: number, text: string) => {
    write(`${counts[level] === 0 ? '' : ','}\n${text}`);
    counts[level] = (counts[level] ?? 0) + 1;
  };
  const closed = (level: number, indent: string) => (counts[level] === 0 ? ']' : `\n${indent}]`);
  const ended = (indent: string, stop_reason: string | undefined) =>
    stop_reason === undefined ? '' : `,\n${indent}"stop_reason": ${JSON.stringify(stop_reason)}`;
  return {
    begin({ session_id, created_at }) {
      const [id, at] = [JSON.stringify(session_id), JSON.stringify(created_at)];
      write(`{\n  "session_id": ${id},\n  "created_at": ${at},\n  "runs": [`);
    },
    beginRun(begun) {
      run = begun;
      const [id, model] = [JSON.stringify(begun.run_id), JSON.stringify(begun.model)];
      member(0, `    {\n      "run_id": ${id},\n      "model": ${model},\n      "turns": [`);
      counts[1] = 0;
    },
    beginTurn(begun) {
      turn = begun;
      member(1, `        {\n          "turn": ${begun.turn},\n          "messages": [`);
      counts[2] = 0;
    },
    entry(entry) {
      const text = JSON.stringify(entry, null, 2).replaceAll('\n', `\n${' '.repeat(12)}`);
      member(2, `${' '.repeat(12)}${text}`);
    },
    endTurn() {
      write(`${closed(2, ' '.repeat(10))}${ended(' '.repeat(10), turn?.stop_reason)}\n        }`);
    },
    endRun() {
      write(`${closed(1, ' '.repeat(6))}${ended(' '.repeat(6), run?.stop_reason)}\n    }`);
    },
    end() {
      write(`${closed(0, '  ')}\n}\n`);
    },
  };
}

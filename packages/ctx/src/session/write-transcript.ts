// A transcript written while its log is read: no more than a record is held of what was said, so any log fits. The log is
// read once for its outline (runs, turns, how each ended), and again for every run of a subagent, which stands among the
// records of another run and behind it in the transcript.

import { isOfSubagent, type SessionRecord } from '../protocol/records.js';
import { entriesOf, type Transcript, type TranscriptEntry, type TranscriptRun } from './transcript.js';

/** One form of a transcript, given piece by piece. Runs and turns have no messages; those come one by one. */
export interface TranscriptForm {
  begin(outline: Transcript): void;
  beginRun(run: TranscriptRun): void;
  beginTurn(turn: TranscriptRun['turns'][number]): void;
  entry(entry: TranscriptEntry): void;
  endTurn(): void;
  endRun(): void;
  end(): void;
}

export interface Outlined {
  readonly outline: Transcript;
  /** Which of the runs stand among the records of others. */
  readonly subagents: ReadonlySet<string>;
  /** More may have been written since. */
  readonly records: number;
}

/** `readAll` gives every record of the log, as often as it is called. */
export function writeTranscript(
  { outline, subagents, records }: Outlined,
  readAll: (each: (record: SessionRecord) => void) => void,
  form: TranscriptForm,
): void {
  form.begin(outline);
  for (const [first, last] of stretchesOf(outline.runs, subagents)) {
    const writer = stretchWriter(outline.runs, first, last, form);
    let left = records;
    readAll((record) => {
      if (left === 0) return;
      left -= 1;
      writer.take(record);
    });
    writer.end();
  }
  form.end();
}

/** Runs that follow each other in the log, as far as none of a subagent comes between them. */
function stretchesOf(
  runs: readonly TranscriptRun[],
  subagents: ReadonlySet<string>,
): [first: number, last: number][] {
  const stretches: [number, number][] = [];
  let begins = true;
  for (const [index, { run_id }] of runs.entries()) {
    const last = stretches.at(-1);
    const isApart = subagents.has(run_id);
    if (last === undefined || begins || isApart) stretches.push([index, index]);
    else last[1] = index;
    begins = isApart;
  }
  return stretches;
}

function stretchWriter(runs: readonly TranscriptRun[], first: number, last: number, form: TranscriptForm) {
  const firstOf = new Map<string, number>();
  let opened = 0;
  let main = -1;
  let written = -1;
  let turns = 0;
  let inTurn = false;
  const endTurn = () => {
    if (inTurn) form.endTurn();
    inTurn = false;
  };
  const endRun = () => {
    endTurn();
    if (written >= 0) form.endRun();
  };
  const beginRun = (index: number) => {
    const run = runs[index];
    if (run === undefined) return;
    endRun();
    form.beginRun(run);
    written = index;
    turns = 0;
  };
  return {
    take(record: SessionRecord) {
      if (record.type === 'run.opened') {
        const index = opened;
        opened += 1;
        if (!firstOf.has(record.run_id)) firstOf.set(record.run_id, index);
        if (record.parent === undefined) main = index;
        if (index >= first && index <= last) beginRun(index);
        return;
      }
      const index = isOfSubagent(record) ? (firstOf.get(record.run_id ?? '') ?? -1) : main;
      if (index !== written || index < 0) return;
      if (record.type === 'turn.opened') {
        const turn = runs[index]?.turns[turns];
        if (turn === undefined) return;
        endTurn();
        form.beginTurn(turn);
        turns += 1;
        inTurn = true;
      }
      if (inTurn) for (const entry of entriesOf(record)) form.entry(entry);
    },
    end: endRun,
  };
}

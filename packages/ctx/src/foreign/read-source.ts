// Reads one file of another agent from where the last import ended, and has its lanes write what it tells.

import { digestMade, hashPart, newHash } from '../disk/digest.js';
import { parsedJson } from '../protocol/parsed-json.js';
import type { Lane } from './lane.js';
import { digestOfPart, type SourceLine, sourceLines } from './source-lines.js';
import type { InLane, Note, TranscriptReader } from './told.js';
import { UnknownRecords, type UnknownType } from './unknown-records.js';

export interface OpenSource {
  readonly descriptor: number;
  /** What it had when it was opened; what comes later is for the next import. */
  readonly size: number;
}

export interface ReadSource {
  /** Up to there everything that the file says is in the log. */
  readonly size: number;
  /** Of all bytes before that. */
  readonly digest: string;
  readonly unknown: readonly UnknownType[];
  readonly notes: readonly Note[];
  /** Bytes that wait for the next import. */
  readonly pending: number;
}

const mostWaiting = 10_000;
const mostNotes = 100;

export interface Lanes {
  /** `call_id`: the call that started the subagent of that name, where a line says it; `within`: the subagent that made the call. */
  lane(name: string | undefined, call_id?: string | undefined, within?: string | undefined): Lane;
  all(): readonly Lane[];
}

export function readSource(
  source: OpenSource,
  from: number,
  reader: TranscriptReader,
  lanes: Lanes,
  ended: boolean,
): ReadSource | 'shorter' {
  const hash = newHash();
  hashPart(hash, source.descriptor, 0, from);
  const unknown = new UnknownRecords();
  const notes: Note[] = [];
  let whole = from;
  const hand = (told: readonly InLane[], line: SourceLine) => {
    const bytes = line.end - line.start;
    for (const { told: one, lane, call_id, within, start = line.start } of told) {
      if (one.tells === 'unknown') unknown.add(one.type, line, waiting(lanes));
      else if (one.tells === 'note') {
        if (notes.length < mostNotes) notes.push(one);
      } else lanes.lane(lane, call_id, within).take(one, start, bytes);
    }
    if (unknown.waiting > mostWaiting) for (const lane of lanes.all()) lane.flush();
  };
  let last: SourceLine | undefined;
  for (const line of sourceLines(source.descriptor, from, source.size, hash)) {
    const value = line.text === undefined ? undefined : parsedJson(line.text);
    // A last line that is not whole yet is the next import's.
    if (!line.ended && value === undefined) break;
    whole = line.end;
    last = line;
    if (line.text === '') continue;
    if (value === undefined) unknown.add(faultOf(line), line, waiting(lanes));
    else hand(reader.take(value, line.start), line);
  }
  if (last !== undefined) hand(reader.end(), last);
  const size = endOf(lanes, whole, ended);
  if (size === whole) unknown.settle();
  const digest = size === source.size ? digestMade(hash) : digestOfPart(source.descriptor, 0, size);
  // Somebody cut it off meanwhile: how far this came, nobody could say.
  if (digest === undefined) return 'shorter';
  return { size, digest, unknown: unknown.list(), notes, pending: source.size - size };
}

/** An answer that lacks its results is left for the next import, unless the session is over or several runs share the file. */
function endOf(lanes: Lanes, whole: number, ended: boolean): number {
  const all = lanes.all();
  const isOver = ended || all.length > 1;
  let size = whole;
  for (const lane of all) {
    lane.finish(isOver);
    if (lane.since !== undefined) size = Math.min(size, lane.since);
  }
  return size;
}

function waiting(lanes: Lanes): boolean {
  return lanes.all().some(({ since }) => since !== undefined);
}

function faultOf({ fault }: SourceLine): string {
  if (fault === 'too_long') return 'a line that is too long to hold';
  return fault === 'invalid_utf8' ? 'a line that is not UTF-8' : 'a line that is not JSON';
}

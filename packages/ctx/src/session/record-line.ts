// The lines of a session's log, as everyone reads them who does not check the chain.

import { readLines } from '../disk/lines.js';
import { isMembers } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';
import type { SessionRecord } from '../protocol/records.js';
import { longestRecord } from './chain.js';
import type { RecordShapes } from './shape.js';

/** From the beginning; what a crash cut off is no line. */
export function* wholeLines(descriptor: number): Generator<string, void> {
  for (const { text, ended } of readLines(descriptor, { chunkBytes: 1 << 18, longestLine: longestRecord }))
    if (ended) yield text;
}

export function recordIn(line: string, shapes: RecordShapes): SessionRecord | undefined {
  return recordFrom(parsedJson(line), shapes);
}

export function recordFrom(value: unknown, shapes: RecordShapes): SessionRecord | undefined {
  if (!isMembers(value)) return undefined;
  const type = value['type'];
  return shapes.isType(type) && shapes.isRecord(type, value) ? value : undefined;
}

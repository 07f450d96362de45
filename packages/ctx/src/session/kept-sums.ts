// What a long log of another agent came to, kept with the user's sessions so that a listing need not read that log. The log decides: sums that are
// not whole, or that end with a record which the log does not hold at that place, say nothing and are made anew.

import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { linesFromEnd } from '../disk/lines-from-end.js';
import { readPlainFile } from '../disk/plain-file.js';
import { writeOver } from '../disk/write-over.js';
import { isMembers } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';
import { stopReasons, type Totals } from '../protocol/records.js';
import { isForeignFolder } from './foreign-sessions.js';
import type { SumsFold } from './session-sums.js';
import { smallDigest } from './small-digest.js';

/** The sums of a log's first bytes, up to the end of the record with this hash. */
export interface SumsUpTo {
  readonly bytes: number;
  readonly hash: string;
  readonly sums: SumsFold;
}

/** To read less than this takes no longer than to look for its sums. */
export const worthKeeping = 1 << 16;
const largest = 1 << 22;
const format = 1;

function fileOf(log: string): string {
  return join(dirname(log), '.sums', basename(log, '.jsonl'));
}

/** Only in the user's own folder: what lies beside a log in a project may be anybody's. */
export function keepSums(log: string, { bytes, hash, sums }: SumsUpTo): void {
  if (bytes < worthKeeping || !isForeignFolder(dirname(log))) return;
  const { prompts, reopens, stop, openTurns, closedRuns, retold } = sums;
  const kept = { format, bytes, hash, prompts, reopens, stop, openTurns };
  const text = JSON.stringify({ ...kept, closedRuns: [...closedRuns], retold: [...retold] });
  const file = fileOf(log);
  try {
    makeFolders(dirname(file), 0o700);
    writeOver(file, `${smallDigest(text)}\n${text}`);
  } catch {
    // A folder that cannot be written to, a full disk: the log is read instead.
  }
}

/** Nothing where there are none, or none of this log. */
export function keptSums(log: string, descriptor: number, size: number): SumsUpTo | undefined {
  if (size < worthKeeping || !isForeignFolder(dirname(log))) return undefined;
  const kept = upToIn(textOf(fileOf(log)));
  return kept !== undefined && kept.bytes <= size && hashAt(descriptor, kept.bytes) === kept.hash
    ? kept
    : undefined;
}

export function forgetSums(log: string): void {
  if (isForeignFolder(dirname(log))) rmSync(fileOf(log), { force: true });
}

function textOf(file: string): string {
  try {
    return readPlainFile(file, largest).toString();
  } catch {
    return '';
  }
}

/** Of the record that ends there. */
function hashAt(descriptor: number, bytes: number): unknown {
  const line = linesFromEnd(descriptor, bytes, 1 << 20).next();
  const record = line.done ? undefined : parsedJson(line.value.toString());
  return isMembers(record) ? record['hash'] : undefined;
}

function upToIn(file: string): SumsUpTo | undefined {
  const end = file.indexOf('\n');
  const text = file.slice(end + 1);
  if (end === -1 || file.slice(0, end) !== smallDigest(text)) return undefined;
  const kept = parsedJson(text);
  if (!isMembers(kept) || kept['format'] !== format) return undefined;
  const { bytes, hash, prompts, reopens, stop, openTurns, closedRuns, retold } = kept;
  const isWhole =
    typeof bytes === 'number' &&
    typeof hash === 'string' &&
    typeof prompts === 'number' &&
    typeof reopens === 'boolean' &&
    isStop(stop) &&
    isTotals(openTurns) &&
    Array.isArray(closedRuns) &&
    Array.isArray(retold);
  if (!isWhole) return undefined;
  const sums = {
    prompts,
    reopens,
    stop,
    openTurns,
    closedRuns: new Map(closedRuns.filter(isRun)),
    retold: new Set(retold.filter((run): run is string => typeof run === 'string')),
  };
  return { bytes, hash, sums };
}

function isStop(value: unknown): value is SumsFold['stop'] {
  return value === 'open' || stopReasons.some((reason) => reason === value);
}

function isRun(value: unknown): value is [string, Totals] {
  return Array.isArray(value) && typeof value[0] === 'string' && isTotals(value[1]);
}

function isTotals(value: unknown): value is Totals {
  return isMembers(value) && typeof value['turns'] === 'number' && 'cost_microusd' in value;
}

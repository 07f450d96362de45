// The sessions of one folder or several, newest first, told from the first and last lines of their files. The whole file is read only of a
// session that is open or has several runs; of another agent's, only what came since it was read last.

import { closeSync, fstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readLines } from '../disk/lines.js';
import { lockOwner } from '../disk/lock.js';
import { openRegularFileIn } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { Failure } from '../protocol/failure.js';
import { isMembers } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';
import type { SessionRecord, StopReason, Totals } from '../protocol/records.js';
import { endOfForeign, endOfOwn, furthest } from './end-of-log.js';
import { refuseNewerFormat } from './line-check.js';
import { lockPathOf } from './lock-path.js';
import { recordFrom, recordIn } from './record-line.js';
import { bytesOf, datedFiles, idOf } from './session-files.js';
import { type RecordShapes, recordShapes } from './shape.js';
import { sessionTitle } from './title.js';

interface Listed {
  readonly session_id: string;
  readonly path: string;
  readonly bytes: number;
  readonly last_modified: string;
  /** Whether a running process writes to it. */
  readonly locked: boolean;
}

export interface SessionSummary {
  readonly created_at: string;
  /** The first line of its first prompt, cut to a length that fits a row. */
  readonly title: string;
  /** Of its first run. */
  readonly model: string;
  readonly prompt_count: number;
  readonly records: number;
  /** Whether its last run has ended. */
  readonly stopped: boolean;
  /** Why the last run stopped; `open` if it has not. */
  readonly stop_reason: StopReason | 'open';
  /** Of all runs; of an open one, its closed turns. */
  readonly totals: Totals;
  /** Who acted, where that was not ctx, and how ctx came to know. */
  readonly agent?: string;
  /** Where it was moved to, and did not come back from. */
  readonly moved_to?: string;
  readonly origin?: 'captured' | 'imported';
}

export type SessionRow =
  | (Listed & { readonly readable: true } & SessionSummary)
  | (Listed & { readonly readable: false; readonly why: string });

export function listSessions(
  folders: string | readonly string[],
  limit = 50,
): { rows: SessionRow[]; total: number } {
  const newest: FoundFile[] = [];
  let total = 0;
  for (const folder of typeof folders === 'string' ? [folders] : folders) {
    const { files, changed, others } = datedFiles(folder);
    total += files.length;
    // The newest are told apart by numbers alone: an object for each of ten thousand files costs more than reading fifty.
    const oldestListed = changed.toSorted()[Math.max(0, files.length - limit)] ?? 0;
    for (let i = 0; i < files.length; i++) {
      const changedMs = changed[i] ?? 0;
      const name = files[i];
      if (name === undefined || changedMs < oldestListed) continue;
      const hasLock = others.has(lockPathOf(name));
      newest.push({ id: idOf(name), path: join(folder, name), changedMs, hasLock });
    }
  }
  newest.sort((a, b) => b.changedMs - a.changedMs || (a.id < b.id ? -1 : 1));
  const shapes = recordShapes();
  return { rows: newest.slice(0, limit).map((file) => sessionRow(file, shapes)), total };
}

export interface FoundFile {
  readonly id: string;
  readonly path: string;
  readonly changedMs: number;
  /** Whether there is a lock, whoever left it. */
  readonly hasLock: boolean;
}

/** Of one file. */
export function sessionRow({ id, path, changedMs, hasLock }: FoundFile, shapes: RecordShapes): SessionRow {
  const bytes = bytesOf(path);
  const last_modified = new Date(changedMs).toISOString();
  const listed = { session_id: id, path, bytes, last_modified };
  try {
    const locked = hasLock && lockOwner(lockPathOf(path)) !== undefined;
    const summary = summaryOf(path, shapes);
    // Ten thousand of them may be kept: an object that begins with the members of another has a shape of its own, which is larger than the row.
    return typeof summary === 'string'
      ? { ...listed, locked, readable: false, why: summary }
      : { session_id: id, path, bytes, last_modified, locked, readable: true, ...summary };
  } catch (error) {
    const failure = readFailure(error, path);
    if (!(failure instanceof Failure)) throw failure;
    return { ...listed, locked: false, readable: false, why: failure.code };
  }
}

/** Of one file after the other: a buffer for each of ten thousand is freed late. */
let beginning: Buffer | undefined;

/** The summary of a session, or the word for why there is none. */
function summaryOf(path: string, shapes: RecordShapes): SessionSummary | string {
  const descriptor = openRegularFileIn(dirname(path), path);
  try {
    const { size } = fstatSync(descriptor);
    if (size === 0) return 'session_empty';
    beginning ??= Buffer.allocUnsafe(1 << 14);
    const lines = readLines(descriptor, { into: beginning, longestLine: furthest });
    const first = firstRecord(lines, path, shapes);
    if (first?.type !== 'session.opened') return 'session_broken';
    const { origin } = first;
    const [run] = first.runs;
    // What another agent was asked first was not planned: it stands behind the opening of the run.
    const prompt = run?.prompts[0] ?? (origin === undefined ? '' : firstPrompt(lines, shapes));
    const log = { path, descriptor, size, shapes };
    const end = origin === undefined ? endOfOwn(log, run?.run_id) : endOfForeign(log);
    if (end === undefined) return 'session_broken';
    return {
      created_at: first.at,
      title: sessionTitle(prompt),
      model: run?.settings.model ?? '',
      ...end,
      stopped: end.stop_reason !== 'open',
      ...(origin !== undefined && { agent: origin.agent.name, origin: origin.kind }),
    };
  } finally {
    closeSync(descriptor);
  }
}

type Lines = ReturnType<typeof readLines>;

function firstRecord(lines: Lines, path: string, shapes: RecordShapes): SessionRecord | undefined {
  const first = lines.next();
  if (first.done || !first.value.ended) return undefined;
  const value = parsedJson(first.value.text);
  if (isMembers(value)) refuseNewerFormat(value, path);
  return recordFrom(value, shapes);
}

/** That of the first turn, if it is near. */
function firstPrompt(lines: Lines, shapes: RecordShapes): string {
  for (let read = 1; read <= mostBeforePrompt; read++) {
    const next = lines.next();
    if (next.done) break;
    const record = next.value.ended ? recordIn(next.value.text, shapes) : undefined;
    if (record?.type === 'turn.opened') return record.prompt;
  }
  return '';
}

const mostBeforePrompt = 10;

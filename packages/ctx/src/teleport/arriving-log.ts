// The log of a session that arrives: its chain, its head and whose it says to be, read from the bytes that came.

import {
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  readSync,
  renameSync,
  truncateSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { invalidParams } from '../acp/rpc-error.js';
import { syncFile, syncFolder } from '../disk/atomic.js';
import { openPlainFile } from '../disk/plain-file.js';
import { removeIfPossible } from '../disk/remove-if-possible.js';
import { canonical } from '../protocol/json.js';
import type { PlannedRun, RecordOf, SessionRecord } from '../protocol/records.js';
import type { Head } from '../session/chain.js';
import { lockSession } from '../session/open.js';
import { readSession } from '../session/reader.js';
import { makeSessionsFolder } from '../session/sessions-folder.js';
import type { Offer } from './wire.js';

export interface ArrivedLog {
  readonly head: Head;
  readonly bytes: number;
  /** The last time that it was moved. */
  readonly moved: RecordOf<'session.moved'> | undefined;
  readonly last: SessionRecord;
}

/** Refuses whatever is not the whole log of the session that was offered. */
export function readArrived(
  path: string,
  { session_id, first }: Pick<Offer, 'session_id' | 'first'>,
): ArrivedLog {
  let begins: SessionRecord | undefined;
  let last: SessionRecord | undefined;
  let moved: RecordOf<'session.moved'> | undefined;
  const reading = readSession(
    path,
    (record) => {
      begins ??= record;
      last = record;
      if (record.type === 'session.moved') moved = record;
    },
    { canonical: true },
  );
  const { head, ending, wholeBytes } = reading;
  if (ending.kind !== 'intact' || head === undefined || last === undefined)
    throw invalidParams(`the log that came is not whole: ${ending.kind}`);
  if (begins?.type !== 'session.opened' || begins.hash !== first || begins.session_id !== session_id)
    throw invalidParams('the log that came is of another session');
  if (begins.origin !== undefined) throw invalidParams('the log that came is of another agent’s session');
  return { head, bytes: wholeBytes, moved, last };
}

/** What a record says of how runs go. */
export function runsIn(record: SessionRecord): readonly PlannedRun[] {
  if (record.type === 'session.opened' || record.type === 'session.appended') return record.runs;
  if (record.type === 'run.opened')
    return [{ run_id: record.run_id, prompts: [], settings: record.settings }];
  if (record.type !== 'session.resumed' || record.settings === undefined) return [];
  return [{ run_id: '', prompts: [], settings: record.settings }];
}

/** The record by which the sender gives the session away, behind what is there. */
export function appendSealed(path: string, record: RecordOf<'session.moved'>): void {
  appendFileSync(path, `${canonical(record)}\n`, { flush: true });
}

/** What a killed process left behind the last whole record of a log that only we write. */
export function cutTorn(path: string): void {
  const { ending, wholeBytes } = readSession(path);
  if (ending.kind === 'torn') truncateSync(path, wholeBytes);
}

/** Takes the place of an earlier copy of the same session, whole or not at all. From then on the session goes on here. */
export function putLogInPlace(from: string, path: string): void {
  makeSessionsFolder(dirname(path));
  const lock = lockSession(path, path);
  // Under the lock, so that what a killed process left is written over.
  const beside = join(dirname(path), `.${basename(path)}.teleport.tmp`);
  try {
    removeIfPossible(beside);
    // Never through a link that somebody put there.
    copyFileSync(from, beside, constants.COPYFILE_EXCL);
    syncFile(beside);
    renameSync(beside, path);
    syncFolder(dirname(path));
  } finally {
    removeIfPossible(beside);
    lock.release();
  }
}

/** Whether one file begins with all of another. */
export function beginsWith(path: string, other: string, bytes: number): boolean {
  const one = openPlainFile(path, Number.POSITIVE_INFINITY);
  const two = openPlainFile(other, Number.POSITIVE_INFINITY);
  try {
    const [a, b] = [Buffer.alloc(1 << 16), Buffer.alloc(1 << 16)];
    for (let at = 0; at < bytes; ) {
      const most = Math.min(a.length, bytes - at);
      const got = readSync(one, a, 0, most, at);
      if (got === 0 || readSync(two, b, 0, got, at) !== got) return false;
      if (!a.subarray(0, got).equals(b.subarray(0, got))) return false;
      at += got;
    }
    return true;
  } finally {
    closeSync(one);
    closeSync(two);
  }
}

// The log of a session that another machine wrote, from the store that has it: checked, and put in the place of whatever is here of it.

import { closeSync, fsyncSync, openSync, realpathSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { breakLock, lockOwner } from '../disk/lock.js';
import { nonce } from '../disk/nonce.js';
import { removeIfPossible } from '../disk/remove-if-possible.js';
import { writeFailure } from '../disk/system-errors.js';
import { writeAll } from '../disk/write-all.js';
import { fail } from '../protocol/codes.js';
import { type Head, longestRecord } from '../session/chain.js';
import { lockPathOf } from '../session/lock-path.js';
import { lockSession } from '../session/open.js';
import { readSession, soundReading } from '../session/reader.js';
import { beginsWith } from './arriving-log.js';

export interface FetchedLog {
  /** The hash of its first record. */
  readonly first: string;
  readonly head: Head;
  /** Whoever had it last worked here: the file that was here reaches into that claim. */
  readonly wasHere: boolean;
}

export interface Fetching {
  /** The session's file; its folder must be there. */
  readonly path: string;
  readonly session_id: string;
  /** The claim by which it is ours: whoever holds the file here has an older one. */
  readonly epoch: number;
  /** What is wrong with a log besides its chain; nothing where it is sound. */
  readonly wrongIn: (path: string) => Promise<string | undefined>;
}

/** Nothing where the store has no record of it yet. */
export async function fetchLog(
  lines: AsyncIterable<string>,
  fetching: Fetching,
): Promise<FetchedLog | undefined> {
  const { path: shown, epoch } = fetching;
  const path = join(realpathSync(dirname(shown)), basename(shown));
  freeLock(path);
  const beside = join(dirname(path), `.${basename(path)}.${nonce()}.tmp`);
  try {
    if ((await written(lines, beside)) === 0) return undefined;
    const { first, head, claimedAt } = await checked(beside, fetching);
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const isPart = bytes > 0 && beginsWith(beside, path, bytes);
    const wasHere = isPart && (readSession(path).head?.seq ?? -1) >= claimedAt;
    const lock = lockSession(path, shown);
    try {
      // What is here and the store does not have is kept under a name that nobody takes for the session.
      if (bytes > 0 && !isPart) renameSync(path, `${path}.before-epoch-${epoch}-${nonce()}`);
      renameSync(beside, path);
    } finally {
      lock.release();
    }
    return { first, head, wasHere };
  } catch (error) {
    throw writeFailure(error, shown);
  } finally {
    removeIfPossible(beside);
  }
}

/** Who holds it by an older claim may be frozen, and the store has fenced it off: its lock keeps nobody out. */
function freeLock(path: string): void {
  const lock = lockPathOf(path);
  const owner = lockOwner(lock);
  if (owner !== undefined && owner.pid !== process.pid) breakLock(lock, owner);
}

/** How many lines there were. */
async function written(lines: AsyncIterable<string>, path: string): Promise<number> {
  const descriptor = openSync(path, 'wx', 0o600);
  let count = 0;
  try {
    for await (const line of lines) {
      const bytes = Buffer.from(`${line}\n`);
      if (bytes.length > longestRecord)
        throw fail('record_too_large', { operation: 'write', target: path, bytes: bytes.length });
      writeAll(descriptor, bytes);
      count += 1;
    }
    fsyncSync(descriptor);
    return count;
  } finally {
    closeSync(descriptor);
  }
}

/** Chain, canonical form, schema, whose it is; then all that verify finds. */
async function checked(path: string, { path: shown, session_id, wrongIn }: Fetching) {
  let first: string | undefined;
  let claimedAt = 0;
  const reading = readSession(
    path,
    (record) => {
      if (record.type === 'session.opened' && record.session_id === session_id) first = record.hash;
      if (record.type === 'session.claimed') claimedAt = record.seq;
    },
    { canonical: true },
  );
  const { head, torn } = soundReading(reading, shown, 'open');
  const { seq } = head;
  if (first === undefined || torn !== undefined)
    throw fail('session_broken', { operation: 'open', target: shown, seq, reason: 'not_opened' });
  const reason = await wrongIn(path);
  if (reason !== undefined) throw fail('session_broken', { operation: 'open', target: shown, seq, reason });
  return { first, head, claimedAt };
}

// Getting hold of a session to write: a new one, or an existing one to go on with, and never one that another has.

import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../disk/atomic.js';
import { type Lock, tryLock } from '../disk/lock.js';
import type { LockOwner } from '../disk/lock-owner.js';
import { openRegularFile } from '../disk/read.js';
import { writeFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import type { SessionRecord } from '../protocol/records.js';
import { lockPathOf } from './lock-path.js';
import { readOpenSession, soundReading } from './reader.js';
import { recordRepair } from './repair.js';
import { SessionWriter, type WriterOptions } from './writer.js';

/** A new session file. Its folder must be there. One without a byte is what a killed process left, and is taken over. */
export function createSession(path: string, options: WriterOptions): SessionWriter {
  let lock: Lock | undefined;
  let descriptor: number | undefined;
  try {
    const real = join(realpathSync(dirname(path)), basename(path));
    // Before the lock: whoever has it, waiting for it would not help.
    refuseUsed(lstatSync(real, { throwIfNoEntry: false }));
    lock = lockSession(real, path);
    descriptor = openEmpty(real);
    // Of what a shared store has, the file is a copy that can be had again.
    if (options.shared === undefined) syncFolder(dirname(real));
    return new SessionWriter(
      { path, realPath: real, descriptor, lock, head: undefined, wholeBytes: 0, torn: false },
      options,
    );
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor);
    lock?.release();
    if (error instanceof IsFolder)
      throw fail('out_is_folder', { operation: 'create', target: path, name: 'session.jsonl' });
    if (error instanceof NotEmpty || isSystemError(error, 'EEXIST', 'ELOOP', 'EISDIR', 'ENXIO'))
      throw fail('session_exists', { operation: 'create', target: path });
    throw writeFailure(error, path);
  }
}

class NotEmpty extends Error {}

class IsFolder extends Error {}

/** Under the lock, so that nobody else begins the same session. */
function openEmpty(path: string): number {
  const { O_RDWR, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const descriptor = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    refuseUsed(fstatSync(descriptor));
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  return descriptor;
}

function refuseUsed(entry: Stats | undefined): void {
  if (entry?.isDirectory() === true) throw new IsFolder();
  if (entry !== undefined && !(entry.isFile() && entry.size === 0)) throw new NotEmpty();
}

/** An existing session, to be appended to. `each` gets its records; a torn last line is cut off and a record says so. */
export function openSession(
  path: string,
  options: WriterOptions,
  each: (record: SessionRecord) => void = () => {},
  /** After the reading and before anything is written; it may throw. */
  admit: () => void = () => {},
): SessionWriter {
  let lock: Lock | undefined;
  let descriptor: number | undefined;
  try {
    const real = realpathSync(path);
    lock = lockSession(real, path);
    descriptor = openRegularFile(real, constants.O_RDWR);
    const reading = readOpenSession(descriptor, path, each);
    const { wholeBytes } = reading;
    const { head, torn } = soundReading(reading, path, 'open');
    admit();
    const file = {
      path,
      realPath: real,
      descriptor,
      lock,
      head,
      wholeBytes,
      torn: torn !== undefined,
    };
    const writer = new SessionWriter(file, options);
    if (torn !== undefined) recordRepair(writer, descriptor, head, torn);
    return writer;
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor);
    lock?.release();
    if (isSystemError(error, 'ENOENT')) throw fail('session_unknown', { operation: 'open', target: path });
    throw writeFailure(error, path);
  }
}

/** The lock of a session, or the failure that says who has it. `shown` is the path as the user knows it. */
export function lockSession(path: string, shown: string): Lock {
  const attempt = tryLock(lockPathOf(path));
  if (attempt.taken) return attempt.lock;
  throw locked(shown, lockPathOf(path), attempt.owner);
}

function locked(target: string, lockFile: string, owner: LockOwner) {
  return fail('session_locked', { operation: 'lock', target, lockFile, ...owner });
}

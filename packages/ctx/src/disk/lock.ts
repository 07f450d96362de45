// One owner at a time: a lock is a file that names its owner, and a dead owner's lock can be taken over. Node offers none of
// the kernel's own locks, and a helper process that holds one would cost every command as much as it takes itself.

import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { isSystemError } from '../protocol/failure.js';
import { isThere } from './is-there.js';
import { contentOf, type LockOwner, ownContent, readLock, shortDigest } from './lock-owner.js';
import { nonce } from './nonce.js';
import { pause } from './pause.js';
import { removeIfPossible } from './remove-if-possible.js';
import { writeFailure } from './system-errors.js';

export interface Lock {
  /** Gives the lock back. A second call, or a lock that is no longer ours, changes nothing. */
  release(): void;
}

export type LockAttempt =
  | { readonly taken: true; readonly lock: Lock }
  | { readonly taken: false; readonly owner: LockOwner };

/** Takes the lock if it is free or its owner is gone; says who holds it otherwise. Never waits. */
export function tryLock(path: string): LockAttempt {
  return attempt(path, rightsBeside(path));
}

/** The lock that gives the right to replace an owner that is gone, by that owner's identity. */
type RightOver = (identity: string) => string;

function rightsBeside(path: string): RightOver {
  return (identity) => `${path}.${identity}`;
}

function takeRight(identity: string, rightOver: RightOver): LockAttempt {
  return attempt(rightOver(identity), (inner) => rightOver(shortDigest(identity + inner)));
}

function attempt(path: string, rightOver: RightOver): LockAttempt {
  const content = ownContent();
  const own = `${path}.${nonce()}.tmp`;
  try {
    writeFileSync(own, content, { flag: 'wx', mode: 0o600 });
    const owner = takeWith(own, path, content, rightOver);
    return owner === undefined ? { taken: true, lock: held(path, content) } : { taken: false, owner };
  } catch (error) {
    throw writeFailure(error, path);
  } finally {
    removeIfPossible(own);
  }
}

/** How often, at least, a lock that stays is looked at closely: its owner may be dead. */
const closeLookMs = 250;

/**
 * Waits until the lock is free, or one owner has held it for `limitMs`: a queue that moves is waited in, however slow the
 * machine is. Who holds it on another machine is not waited for. Trying costs a millisecond, and a hundred waiters that tried
 * all the time would leave the owner no processor to finish on; so most of the time they only look whether it is still there.
 */
export async function waitForLock(path: string, limitMs: number): Promise<LockAttempt> {
  let deadline = performance.now() + limitMs;
  let owner = '';
  let looked = Number.NEGATIVE_INFINITY;
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 1.5, 40)) {
    const now = performance.now();
    if (now - looked >= closeLookMs || now >= deadline || !isThere(path)) {
      const attempt = tryLock(path);
      if (attempt.taken || attempt.owner.unseen === 'other_host') return attempt;
      const found = `${attempt.owner.pid} ${attempt.owner.since}`;
      if (found !== owner) deadline = performance.now() + limitMs;
      else if (performance.now() >= deadline) return attempt;
      owner = found;
      looked = now;
    }
    await pause(waitMs * (0.5 + Math.random()));
  }
}

/** Who holds this lock, if anybody does: a process that runs, or one that nobody here can see. */
export function lockOwner(path: string): LockOwner | undefined {
  const found = readLock(path);
  return found === undefined || found.liveness === 'gone' ? undefined : found.owner;
}

/** A lock of ours whose owner is gone. What only has such a name, as a package manager's list does, is somebody else's. */
export function isAbandonedLock(path: string): boolean {
  const found = readLock(path);
  return found?.liveness === 'gone' && found.owner.pid > 0;
}

/** Removes the lock of an owner that is gone, or that somebody says is. Whether it was still that owner's. */
export function breakLock(path: string, { pid, since }: LockOwner): boolean {
  const found = readLock(path);
  if (found === undefined || found.owner.pid !== pid || found.owner.since !== since) return false;
  const right = takeRight(found.identity, rightsBeside(path));
  if (!right.taken) return false;
  try {
    if (readLock(path)?.identity !== found.identity) return false;
    unlinkSync(path);
    return true;
  } catch (error) {
    throw writeFailure(error, path);
  } finally {
    right.lock.release();
  }
}

/** Makes the file `own` the lock. Returns who else holds it, or nothing when it worked. */
/** No lock is a link: one that leads nowhere is somebody's trick, and would be waited for without end. */
function removePlantedLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path, { force: true });
}

function takeWith(own: string, path: string, content: string, rightOver: RightOver): LockOwner | undefined {
  for (;;) {
    // A server may say that a lock is there because it made ours a moment ago.
    if (putInPlace(own, path, content) || contentOf(path) === content) return undefined;
    const found = readLock(path);
    if (found === undefined) {
      removePlantedLink(path);
      continue;
    }
    if (found.liveness !== 'gone') return found.owner;
    const other = takeOver(own, path, found.identity, rightOver);
    if (other === 'retry') continue;
    return other;
  }
}

/** Whether the lock is ours now. File systems without hard links get it by a file that must not be there yet. */
function putInPlace(own: string, path: string, content: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    if (!isSystemError(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
  }
  return createExclusively(path, content);
}

function createExclusively(path: string, content: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } catch (error) {
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  // Who waits takes a lock over that stays empty for long.
  return contentOf(path) === content;
}

/**
 * Only who holds the lock named after the dead owner may replace that owner's lock, so two processes that find the
 * same dead owner cannot both win, and one that comes late sees that the lock is another's by then. A process that
 * dies half-way leaves that inner lock with a dead owner: the same rule, one level down. However many die so, the names
 * of the inner locks get no longer.
 */
function takeOver(
  own: string,
  path: string,
  identity: string,
  rightOver: RightOver,
): LockOwner | 'retry' | undefined {
  const right = takeRight(identity, rightOver);
  if (!right.taken) return right.owner;
  try {
    if (readLock(path)?.identity !== identity) return 'retry';
    renameSync(own, path);
    return undefined;
  } finally {
    right.lock.release();
  }
}

function held(path: string, content: string): Lock {
  let ours = true;
  return {
    release() {
      if (!ours) return;
      ours = false;
      try {
        // While we run nobody takes our lock, so it cannot change between the look and the removal.
        if (contentOf(path) === content) unlinkSync(path);
      } catch {
        // What was done under the lock is done. The file names us, and who comes after us takes it over.
      }
    },
  };
}

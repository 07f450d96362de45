// One owner at a time: a lock is a file that names its owner, and a dead owner's lock can be taken over.

import { linkSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isSystemError } from '../protocol/failure.js';
import { nonce } from './nonce.js';
import { pause } from './pause.js';
import { NotPlain, readPlainFile } from './plain-file.js';
import { isRunning, startOf } from './process-identity.js';
import { writeFailure } from './system-errors.js';

export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** When the lock was taken, ISO 8601. */
  readonly since: string;
}

export interface Lock {
  /** Gives the lock back. A second call, or a lock that is no longer ours, changes nothing. */
  release(): void;
}

export type LockAttempt =
  | { readonly taken: true; readonly lock: Lock }
  | { readonly taken: false; readonly owner: LockOwner };

/** Takes the lock if it is free or its owner is dead; says who holds it otherwise. Never waits. */
export function tryLock(path: string): LockAttempt {
  const content = ownContent();
  const own = `${path}.${nonce()}.tmp`;
  try {
    writeFileSync(own, content, { flag: 'wx', mode: 0o600 });
    const owner = takeWith(own, path);
    return owner === undefined ? { taken: true, lock: held(path, content) } : { taken: false, owner };
  } catch (error) {
    throw writeFailure(error, path);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Tries again until the lock is free or `limitMs` have passed. */
export async function waitForLock(path: string, limitMs: number): Promise<LockAttempt> {
  const deadline = performance.now() + limitMs;
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 25)) {
    const attempt = tryLock(path);
    if (attempt.taken || performance.now() >= deadline) return attempt;
    await pause(waitMs * (0.5 + Math.random()));
  }
}

/** The running process that holds this lock, if there is one. */
export function lockOwner(path: string): LockOwner | undefined {
  const found = readLock(path);
  return found?.alive ? found.owner : undefined;
}

/** Makes the file `own` the lock. Returns who else holds it, or nothing when it worked. */
function takeWith(own: string, path: string): LockOwner | undefined {
  for (;;) {
    try {
      linkSync(own, path);
      return undefined;
    } catch (error) {
      if (!isSystemError(error, 'EEXIST')) throw error;
    }
    const found = readLock(path);
    if (found === undefined) continue;
    if (found.alive) return found.owner;
    const other = takeOver(own, path, found.identity);
    if (other === 'retry') continue;
    return other;
  }
}

/**
 * Only who holds the lock named after the dead owner may replace that owner's lock, so two processes that find the
 * same dead owner cannot both win, and one that comes late sees that the lock is another's by then. A process that
 * dies half-way leaves that inner lock with a dead owner: the same rule, one level down.
 */
function takeOver(own: string, path: string, identity: string): LockOwner | 'retry' | undefined {
  const right = tryLock(`${path}.${identity}`);
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
      // While we run nobody takes our lock, so it cannot change between the look and the removal.
      if (contentOf(path) === content) unlinkSync(path);
    },
  };
}

function ownContent(): string {
  const { pid } = process;
  return `${JSON.stringify({ pid, start: startOf(pid), host: hostname(), nonce: nonce() })}\n`;
}

interface FoundLock {
  readonly identity: string;
  readonly alive: boolean;
  readonly owner: LockOwner;
}

function readLock(path: string): FoundLock | undefined {
  const content = contentOf(path);
  const changed = statSync(path, { throwIfNoEntry: false })?.mtime;
  if (content === undefined || changed === undefined) return undefined;
  const { createHash } = process.getBuiltinModule('node:crypto');
  const identity = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const { pid, start, host } = parseContent(content);
  // Whether a process of another machine still runs cannot be seen from here. A lock appears whole or not at all, so
  // one without an owner was damaged by a power cut, which its owner did not survive.
  const alive = host !== hostname() ? host !== '' : isRunning(pid, start);
  return { identity, alive, owner: { pid, host, since: changed.toISOString() } };
}

/** It names a process, a machine and a time. */
const largestLock = 1 << 12;

function contentOf(path: string): string | undefined {
  try {
    return readPlainFile(path, largestLock).toString();
  } catch (error) {
    // Without its folder there is no lock either.
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    // No process of ours makes such a thing, so nobody owns it.
    if (error instanceof NotPlain) return '';
    throw error;
  }
}

function parseContent(content: string): { pid: number; start: string | null; host: string } {
  const nobody = { pid: 0, start: null, host: '' };
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== 'object' || value === null) return nobody;
    if (!('pid' in value && 'start' in value && 'host' in value)) return nobody;
    const { pid, start, host } = value;
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0 || typeof host !== 'string')
      return nobody;
    return { pid, start: typeof start === 'string' ? start : null, host };
  } catch {
    return nobody;
  }
}

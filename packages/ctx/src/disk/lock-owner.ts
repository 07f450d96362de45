// What a lock file says of its owner, and whether that owner still holds it.

import { lstatSync } from 'node:fs';
import { isSystemError } from '../protocol/failure.js';
import { sha256 } from './digest.js';
import { nonce } from './nonce.js';
import { NotPlain, readPlainFile } from './plain-file.js';
import { type Liveness, livenessOf, ownIdentity, type ProcessIdentity } from './process-identity.js';

export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** When the lock was taken, ISO 8601. */
  readonly since: string;
  /** Where nobody here can see whether it still runs: it counts as running. */
  readonly unseen?: 'other_namespace' | 'other_host';
}

export interface FoundLock {
  /** Tells this lock from the next one in the same place. */
  readonly identity: string;
  readonly liveness: Liveness;
  readonly owner: LockOwner;
}

export function ownContent(): string {
  return `${JSON.stringify({ ...ownIdentity(), nonce: nonce() })}\n`;
}

export function readLock(path: string): FoundLock | undefined {
  const content = contentOf(path);
  // Of a link in circles, too, there is a time.
  const changed = lstatSync(path, { throwIfNoEntry: false })?.mtime;
  if (content === undefined || changed === undefined) return undefined;
  const identity = shortDigest(content);
  const named = parseContent(content);
  const since = changed.toISOString();
  if (named === undefined) {
    const liveness = content === '' && isBeingWritten(changed) ? 'running' : 'gone';
    return { identity, liveness, owner: { pid: 0, host: '', since } };
  }
  const { pid, host } = named;
  const liveness = livenessOf(named, changed.getTime());
  const unseen = liveness === 'other_host' || liveness === 'other_namespace' ? { unseen: liveness } : {};
  return { identity, liveness, owner: { pid, host, since, ...unseen } };
}

export function shortDigest(text: string): string {
  return sha256(text).slice(0, 8);
}

/** It names a process, a machine and a time. */
const largestLock = 1 << 12;

export function contentOf(path: string): string | undefined {
  try {
    return readPlainFile(path, largestLock).toString();
  } catch (error) {
    // Without its folder there is no lock either.
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    // No process of ours makes such a thing, so nobody owns it.
    if (error instanceof NotPlain || isSystemError(error, 'ELOOP')) return 'no lock';
    throw error;
  }
}

/**
 * A lock appears whole or not at all, so one without an owner was damaged by a power cut, which its owner did not survive.
 * Only on a file system without hard links is it empty for a moment.
 */
function isBeingWritten(changed: Date): boolean {
  return Math.abs(Date.now() - changed.getTime()) < 5_000;
}

function parseContent(content: string): ProcessIdentity | undefined {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('pid' in value && 'start' in value && 'host' in value)) return undefined;
  const { pid, start, host } = value;
  // Locks of earlier versions name no namespace.
  const namespace = 'namespace' in value && typeof value.namespace === 'string' ? value.namespace : null;
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return undefined;
  if (typeof host !== 'string' || host === '') return undefined;
  return { pid, start: typeof start === 'string' ? start : null, host, namespace };
}

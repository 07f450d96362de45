// How another process asks the one that conducts a fleet to cancel: by a file beside the log, which that one takes away.

import { rmSync } from 'node:fs';
import { writeAtomically } from '../disk/atomic.js';
import { isThere } from '../disk/is-there.js';
import { NotPlain, notPlainWords, readPlainFile } from '../disk/plain-file.js';
import { writeFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import { isMembers } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';
import type { FleetBodies } from './fleet-records.js';

const largest = 1 << 24;

function requestFile(log: string): string {
  return `${log}.cancel`;
}

export function writeRequest(log: string, request: FleetBodies['fleet.cancelled']): void {
  // A repository may have planted a link there, which the write would follow.
  dropRequest(log);
  writeAtomically(requestFile(log), JSON.stringify(request), 0o600);
}

/** What stood there before a fleet was made is not about that one: a repository may have planted it. */
export function dropRequest(log: string): void {
  const file = requestFile(log);
  try {
    rmSync(file, { force: true, recursive: true });
  } catch (error) {
    throw writeFailure(error, file);
  }
}

export function isRequested(log: string): boolean {
  return isThere(requestFile(log));
}

/** What was asked for, once. */
export function takeRequest(log: string): FleetBodies['fleet.cancelled'] | undefined {
  const file = requestFile(log);
  if (!isThere(file)) return undefined;
  try {
    const value = parsedJson(readPlainFile(file, largest).toString('utf8'));
    rmSync(file, { force: true });
    return requestIn(value);
  } catch (error) {
    if (!(error instanceof NotPlain)) throw writeFailure(error, file);
    throw fail('file_unreadable', { operation: 'read', target: file, reason: notPlainWords[error.reason] });
  }
}

function requestIn(value: unknown): FleetBodies['fleet.cancelled'] | undefined {
  if (!isMembers(value)) return undefined;
  const { sessions } = value;
  if (sessions === undefined) return {};
  const named = Array.isArray(sessions) ? sessions.filter((one) => typeof one === 'string') : [];
  return named.length === 0 ? undefined : { sessions: named };
}

// How another process asks the one that conducts a fleet to cancel: by a file beside the log, which that one takes away.

import { rmSync } from 'node:fs';
import { writeAtomically } from '../disk/atomic.js';
import { isThere } from '../disk/is-there.js';
import { readPlainFile } from '../disk/plain-file.js';
import { writeFailure } from '../disk/system-errors.js';
import { isMembers } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';
import type { FleetBodies } from './fleet-records.js';

const largest = 1 << 24;

function requestFile(log: string): string {
  return `${log}.cancel`;
}

export function writeRequest(log: string, request: FleetBodies['fleet.cancelled']): void {
  const file = requestFile(log);
  try {
    // A repository may have planted a link there, which the write would follow.
    rmSync(file, { force: true });
  } catch (error) {
    throw writeFailure(error, file);
  }
  writeAtomically(file, JSON.stringify(request), 0o600);
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
    throw writeFailure(error, file);
  }
}

function requestIn(value: unknown): FleetBodies['fleet.cancelled'] | undefined {
  if (!isMembers(value)) return undefined;
  const { sessions } = value;
  if (sessions === undefined) return {};
  const named = Array.isArray(sessions) ? sessions.filter((one) => typeof one === 'string') : [];
  return named.length === 0 ? undefined : { sessions: named };
}

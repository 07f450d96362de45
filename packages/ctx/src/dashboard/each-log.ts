// All logs that are shown, one after the other, in slices: others have their turn in between, and whoever closes the request ends it.

import { closeSync, fstatSync } from 'node:fs';
import { readLines } from '../disk/lines.js';
import { openRegularFileIn } from '../disk/read.js';
import { diskTrouble } from '../disk/system-errors.js';
import { Failure } from '../protocol/failure.js';
import { longestShown } from './followed-log.js';
import type { Entry } from './session-index.js';

export interface EachLog {
  readonly read: number;
  readonly unreadable: number;
  /** Those that were not come to in time. */
  readonly left: number;
}

const sliceMs = 12;

export async function eachLog(
  entries: readonly Entry[],
  { signal, mostMs }: { readonly signal: AbortSignal; readonly mostMs: number },
  each: (descriptor: number, entry: Entry) => boolean,
): Promise<EachLog> {
  const deadline = performance.now() + mostMs;
  let [read, unreadable, left] = [0, 0, 0];
  let began = performance.now();
  for (const entry of entries) {
    const now = performance.now();
    if (now - began >= sliceMs) {
      await new Promise((resolve) => setImmediate(resolve));
      began = performance.now();
    }
    if (signal.aborted || now > deadline) {
      left = entries.length - read - unreadable;
      break;
    }
    if (isRead(entry, each)) read += 1;
    else unreadable += 1;
  }
  return { read, unreadable, left };
}

function isRead(entry: Entry, each: (descriptor: number, entry: Entry) => boolean): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = openRegularFileIn(entry.folder, entry.path);
    return !hasLongLine(descriptor) && each(descriptor, entry);
  } catch (error) {
    if (error instanceof Failure || diskTrouble(error) !== undefined) return false;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** One that is too long to be held in memory here; most files are shorter themselves. */
function hasLongLine(descriptor: number): boolean {
  if (fstatSync(descriptor).size <= longestShown) return false;
  for (const { fault } of readLines(descriptor, { chunkBytes: 1 << 18, longestLine: longestShown }))
    if (fault === 'too_long') return true;
  return false;
}

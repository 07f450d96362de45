// Opens a transcript to be read line by line. What a host writes as one document is laid out as lines first, in a file without a name.

import { closeSync, fstatSync, openSync, readSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonce } from '../disk/nonce.js';
import { openRegularFile } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { writeAll } from '../disk/write-all.js';
import { fail } from '../protocol/codes.js';
import { nestingWithin } from '../protocol/nesting.js';
import type { OpenSource } from './read-source.js';
import type { TranscriptHost } from './transcript-host.js';

export interface DatedSource extends OpenSource {
  readonly changedMs: number;
}

/** A document is held in memory as a whole, and more than once. */
const largestDocument = 1 << 27;

export function withSource<T>(
  path: string,
  host: TranscriptHost | undefined,
  read: (source: DatedSource) => T,
): T {
  let descriptor = openFile(path);
  try {
    const { size, mtimeMs } = fstatSync(descriptor);
    const lines =
      host?.linesOf === undefined ? undefined : documentLines(descriptor, size, path, host.linesOf);
    if (lines === undefined) return read({ descriptor, size, changedMs: mtimeMs });
    closeSync(descriptor);
    descriptor = laidOut(lines);
    return read({ descriptor, size: fstatSync(descriptor).size, changedMs: mtimeMs });
  } catch (error) {
    throw readFailure(error, path);
  } finally {
    closeSync(descriptor);
  }
}

function openFile(path: string): number {
  try {
    return openRegularFile(path);
  } catch (error) {
    throw readFailure(error, path);
  }
}

/** The document that a file is, if it is one. */
export function documentIn(descriptor: number, size: number, path: string): unknown {
  if (size > largestDocument) {
    const [first = ''] = readText(descriptor, 1 << 12).split('\n', 1);
    if (first.trim() !== '{') return undefined;
    throw fail('transcript_too_large', { operation: 'read', target: path, megabytes: largestDocument >> 20 });
  }
  try {
    return JSON.parse(readText(descriptor, size).replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

function documentLines(
  descriptor: number,
  size: number,
  path: string,
  linesOf: (document: unknown) => readonly unknown[] | undefined,
): readonly unknown[] | undefined {
  // Most files are lines, which a whole JSON text is not.
  const document = documentIn(descriptor, size, path);
  return document === undefined ? undefined : linesOf(document);
}

function laidOut(lines: readonly unknown[]): number {
  const path = join(tmpdir(), `ctx-${nonce()}.tmp`);
  const descriptor = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  for (const line of lines) {
    // What is nested too deep to be written again is told of as a line that nobody could read.
    const bytes = Buffer.from(`${nestingWithin(line, 1000) ? JSON.stringify(line) : '"nested too deep"'}\n`);
    writeAll(descriptor, bytes);
  }
  return descriptor;
}

function readText(descriptor: number, bytes: number): string {
  const room = Buffer.alloc(bytes);
  let filled = 0;
  while (filled < bytes) {
    const read = readSync(descriptor, room, filled, bytes - filled, filled);
    if (read === 0) break;
    filled += read;
  }
  return room.toString('utf8', 0, filled);
}

// A folder of results that appears whole or not at all: its parent must be there, and nothing may be in it yet. What it
// tells is as private as the session that it was made from, unless somebody wants it otherwise.

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../disk/atomic.js';
import { nonce } from '../disk/nonce.js';
import { readFailure, unsettled, writeFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';

/** Before any work: says why nothing could be put there. */
export function refuseOutputFolder(folder: string): void {
  const parent = dirname(folder);
  if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory())
    throw fail('out_parent_missing', { operation: 'write', target: folder, parent });
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (!there.isDirectory()) throw fail('out_not_folder', { operation: 'write', target: folder });
  if (entriesOf(folder).length > 0) throw fail('out_not_empty', { operation: 'write', target: folder });
}

export function writeOutputFolder(
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  isPublic: boolean,
): void {
  refuseOutputFolder(folder);
  const unfinished = join(dirname(folder), `.ctx-${nonce()}.tmp`);
  try {
    mkdirSync(unfinished, { mode: isPublic ? 0o777 : 0o700 });
    for (const [name, content] of files)
      writeAndSync(join(unfinished, name), content, isPublic ? 0o666 : 0o600);
    syncFolder(unfinished);
    // Takes the place of an empty folder, and of nothing else.
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (isSystemError(error, 'ENOTEMPTY', 'EEXIST'))
      throw fail('out_not_empty', { operation: 'write', target: folder });
    throw writeFailure(error, folder);
  }
  try {
    syncFolder(dirname(folder));
  } catch (error) {
    throw unsettled(error, folder);
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw readFailure(error, folder);
  }
}

function writeAndSync(path: string, content: string | Uint8Array, mode: number): void {
  const descriptor = openSync(path, 'wx', mode);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

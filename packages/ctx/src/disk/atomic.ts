// A write that happens whole or not at all: beside the target, synced, then renamed over it.

import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isSystemError } from '../protocol/failure.js';
import { nonce } from './nonce.js';
import { removeIfPossible } from './remove-if-possible.js';
import { unsettled, writeFailure } from './system-errors.js';

/** What a file gets: all of it, or somebody who writes it piece by piece. */
type Content = string | Uint8Array | ((write: (text: string) => void) => void);

/**
 * Replaces a file's content, and says how many bytes it has. An existing file keeps its mode, and a symbolic link stays one; `mode` is for a new file.
 * On failure the old bytes stand as they were and nothing is left beside them; only where the failure is `not_durable` the new
 * ones are there.
 */
export function writeAtomically(path: string, content: Content, mode = 0o666): number {
  return writeAtomicallyBy(path, content, `.ctx-${nonce()}.tmp`, mode);
}

/** The same under a name that the caller remembers, to clear it up if this process is killed. */
export function writeAtomicallyBy(path: string, content: Content, name: string, mode = 0o666): number {
  try {
    const target = realTarget(path);
    const temporary = join(dirname(target), name);
    const oldMode = statSync(target, { throwIfNoEntry: false })?.mode;
    let bytes: number;
    try {
      bytes = writeAndSync(temporary, content, mode, oldMode);
      renameSync(temporary, target);
    } catch (error) {
      removeIfPossible(temporary);
      throw error;
    }
    try {
      syncFolder(dirname(target));
    } catch (error) {
      throw unsettled(error, path);
    }
    return bytes;
  } catch (error) {
    throw writeFailure(error, path);
  }
}

/** Makes the names in a folder survive a power cut. Some systems cannot do that for folders; there it does nothing. */
export function syncFolder(folder: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
  } catch (error) {
    if (!isSystemError(error, 'EINVAL', 'EPERM', 'EACCES', 'EISDIR', 'ENOTSUP')) throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Makes what was written to a file survive a power cut. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function realTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return path;
    throw error;
  }
}

function writeAndSync(path: string, content: Content, mode: number, oldMode: number | undefined): number {
  const descriptor = openSync(path, 'wx', oldMode === undefined ? mode : 0o600);
  try {
    if (oldMode !== undefined) fchmodSync(descriptor, oldMode & 0o7777);
    if (typeof content === 'function') writePieces(descriptor, content);
    else writeFileSync(descriptor, content);
    fsyncSync(descriptor);
    return fstatSync(descriptor).size;
  } finally {
    closeSync(descriptor);
  }
}

const pieceSize = 1 << 16;

function writePieces(descriptor: number, giveAll: (write: (text: string) => void) => void): void {
  let piece = '';
  const flush = () => {
    writeFileSync(descriptor, piece);
    piece = '';
  };
  giveAll((text) => {
    piece += text;
    if (piece.length >= pieceSize) flush();
  });
  flush();
}

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
  fillOutputFolder(folder, isPublic, (output) => {
    for (const [name, content] of files) output.write(name, content);
  });
}

/** What was written, and of what. */
export interface WrittenFolder {
  readonly session_id: string;
  readonly out: string;
  readonly chain_head: string;
  readonly runs: string[];
  readonly files: string[];
}

/** A folder that is being filled. */
export interface Output {
  readonly names: readonly string[];
  /** A whole file; `name` may be in a folder of its own: `folder/file`. */
  write(name: string, content: string | Uint8Array): void;
  /** A file that is written piece by piece; whoever ends one and asks for it again goes on with it. */
  pieces(name: string): OutputFile;
}

export interface OutputFile {
  write(text: string): void;
  /** Writes what is left, and says when it is on the disk. */
  end(): void;
}

/** What `fill` writes is there when it has ended, all of it, and nothing of it where it fails. */
export function fillOutputFolder<T>(folder: string, isPublic: boolean, fill: (output: Output) => T): T {
  refuseOutputFolder(folder);
  const unfinished = join(dirname(folder), `.ctx-${nonce()}.tmp`);
  let result: T;
  try {
    mkdirSync(unfinished, { mode: isPublic ? 0o777 : 0o700 });
    result = fill(outputIn(unfinished, isPublic));
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
  return result;
}

function outputIn(unfinished: string, isPublic: boolean): Output {
  const names: string[] = [];
  const place = (name: string) => {
    refuseName(name);
    const path = join(unfinished, name);
    if (name.includes('/')) mkdirSync(dirname(path), { recursive: true, mode: isPublic ? 0o777 : 0o700 });
    return path;
  };
  const mode = isPublic ? 0o666 : 0o600;
  return {
    names,
    write(name, content) {
      writeFileSync(place(name), content, { flag: 'wx', mode, flush: true });
      names.push(name);
    },
    pieces(name) {
      const isNew = !names.includes(name);
      const descriptor = openSync(place(name), isNew ? 'ax' : 'a', mode);
      if (isNew) names.push(name);
      return piecesOf(descriptor, name);
    },
  };
}

/** A log may call a run anything: no name leads out of the folder, or to a hidden file in it. */
function refuseName(name: string): void {
  if (name.split('/').every((part) => /^[A-Za-z0-9][\w.-]{0,250}$/.test(part))) return;
  throw fail('out_name_unusable', { operation: 'write', target: name });
}

const pieceSize = 1 << 16;

/** A disk that is full while a log is read is no fault of that log: the failure says what could not be written. */
function piecesOf(descriptor: number, name: string): OutputFile {
  let piece = '';
  const flush = () => {
    try {
      writeFileSync(descriptor, piece);
    } catch (error) {
      throw writeFailure(error, name);
    }
    piece = '';
  };
  return {
    write(text) {
      piece += text;
      if (piece.length >= pieceSize) flush();
    },
    end() {
      try {
        flush();
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    },
  };
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw readFailure(error, folder);
  }
}

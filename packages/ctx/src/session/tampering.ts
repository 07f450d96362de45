// Whether somebody else touched the file of a session that is being written, and what is kept when they did.

import type { Hash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, lstatSync, openSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hashPart, newHash } from '../disk/digest.js';
import { nonce } from '../disk/nonce.js';
import type { Tampering } from '../protocol/code-facts.js';
import { isSystemError } from '../protocol/failure.js';
import type { Head } from './chain.js';
import { readOpenSession } from './reader.js';
import { makeSessionsFolder } from './sessions-folder.js';
import { copyBytes, type SpareCopy } from './spare-copy.js';

/** Why a run ends: what somebody did to its log, and where the log is kept as it was written. */
export class LogTampered {
  readonly how: Tampering;
  readonly kept: string;
  /** Bytes of the log that nobody had a copy of. */
  readonly lost: number;

  constructor(how: Tampering, kept: string, lost: number) {
    this.how = how;
    this.kept = kept;
    this.lost = lost;
  }
}

/** Read whole at the end, where that takes no time that anybody would notice. */
const longestReadAtEnd = 1 << 24;

export class FileWatch {
  readonly #descriptor: number;
  readonly #path: string;
  readonly #place: string | undefined;
  /** Which file it is: as long as it is open, no other one gets its number. */
  readonly #file: { readonly ino: bigint; readonly dev: bigint };
  #changedAt: bigint | undefined;
  /** Of all that the file shall hold; nothing where it held something before. */
  readonly #written: Hash | undefined;

  /** `path` is the real one. `isNew`: all that the file will hold is written by us. */
  constructor(descriptor: number, path: string, isNew = false) {
    this.#descriptor = descriptor;
    this.#path = path;
    this.#place = placeOf(path);
    const { ino, dev } = fstatSync(descriptor, { bigint: true });
    this.#file = { ino, dev };
    this.#written = isNew ? newHash() : undefined;
  }

  /** After a write of our own, of these bytes. */
  accept(bytes: Uint8Array): void {
    this.#written?.update(bytes);
    this.#changedAt = fstatSync(this.#descriptor, { bigint: true }).ctimeNs;
  }

  /** Nothing can give a file an older change time, so what has the same one was not written to since. */
  look(bytes: number, head: Head | undefined): Tampering | undefined {
    const held = entryAt(this.#path);
    if (held === undefined) return 'removed';
    if (held.ino !== this.#file.ino || held.dev !== this.#file.dev) return 'replaced';
    if (held.size !== BigInt(bytes)) return 'resized';
    // A folder on the way was moved, with a link left behind: whoever reads sessions does not follow it.
    if (placeOf(this.#path) !== this.#place) return 'removed';
    if (this.#changedAt === undefined || held.ctimeNs === this.#changedAt) return undefined;
    if (!this.#holds(bytes, head)) return 'rewritten';
    this.#changedAt = held.ctimeNs;
    return undefined;
  }

  /** The last look: a change within one tick of the file system's clock does not show in its time. */
  lookAtEnd(bytes: number, head: Head | undefined): Tampering | undefined {
    const found = this.look(bytes, head);
    if (found !== undefined || bytes > longestReadAtEnd || this.#holds(bytes, head)) return found;
    return 'rewritten';
  }

  #holds(bytes: number, head: Head | undefined): boolean {
    if (this.#written !== undefined)
      return fileDigest(this.#descriptor, bytes) === this.#written.copy().digest('hex');
    const reading = readOpenSession(this.#descriptor, this.#path, () => {});
    return reading.ending.kind === 'intact' && reading.head?.hash === head?.hash;
  }
}

function fileDigest(descriptor: number, bytes: number): string {
  const hash = newHash();
  hashPart(hash, descriptor, 0, bytes);
  return hash.digest('hex');
}

function entryAt(path: string) {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    // A folder on the way is a file now, or a link that goes round in circles, or closed to us.
    if (isSystemError(error, 'ENOTDIR', 'ELOOP', 'EACCES')) return undefined;
    throw error;
  }
}

/** Where it leads, as the system spells it; nothing where that cannot be told. */
function placeOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** The folder, or the one above whatever stands on its way: it was a real path, so a link in it was put there since. */
function beforeLinks(folder: string): string {
  const above = dirname(folder);
  if (above === folder) return folder;
  const found = beforeLinks(above);
  return found !== above || entryAt(folder)?.isDirectory() === false ? found : folder;
}

/** The folder, made again where it is gone; the one above it where it cannot be made. */
function folderThatIs(folder: string): string {
  try {
    makeSessionsFolder(folder);
    return folder;
  } catch (error) {
    if (dirname(folder) === folder) throw error;
    return folderThatIs(dirname(folder));
  }
}

export interface KeptLog {
  readonly path: string;
  readonly descriptor: number;
  readonly lost: number;
}

/**
 * The log as it was written, in a new file beside the old one: from the spare copy, and what that is missing as the open
 * descriptor has it.
 */
export function keepLog(path: string, descriptor: number, bytes: number, spare: SpareCopy): KeptLog {
  const folder = folderThatIs(beforeLinks(dirname(path)));
  const id = basename(path, '.jsonl').slice(0, 90);
  const kept = join(folder, `${id}-kept-${nonce()}.jsonl`);
  const copy = openSync(kept, 'wx+', 0o600);
  try {
    const old = copyBytes(descriptor, spare.missing, copy, 0);
    const lost = spare.copyTo(copy, old)
      ? spare.missing - old
      : bytes - copyBytes(descriptor, bytes, copy, 0);
    fsyncSync(copy);
    return { path: kept, descriptor: copy, lost };
  } catch (error) {
    closeSync(copy);
    throw error;
  }
}

// The paths in git's index file (versions 2 to 4), read without starting git.

import { NotPlain, readPlainFile } from '../disk/plain-file.js';
import { readFailure } from '../disk/system-errors.js';
import { isSystemError } from '../protocol/failure.js';

/** A million files have about a hundred bytes each. */
const largestIndex = 1 << 28;

/** Nothing when the index is of a kind that only git itself understands, or is damaged. An absent index is empty. */
export function readGitIndex(file: string): string[] | undefined {
  return readGitEntries(file)?.map(({ path }) => path);
}

export interface IndexEntry {
  readonly path: string;
  /** What git calls the content, in hexadecimal. */
  readonly id: string;
  /** Of the file when git last looked: its size, and when it was modified, in milliseconds. */
  readonly size: number;
  readonly modified: number;
}

/** The same, with the content that git has of each. */
export function readGitEntries(file: string): IndexEntry[] | undefined {
  let bytes: Buffer;
  try {
    bytes = readPlainFile(file, largestIndex);
  } catch (error) {
    // What is no file is no index, and git would wait for it.
    if (isSystemError(error, 'ENOENT', 'ENOTDIR') || error instanceof NotPlain) return [];
    throw readFailure(error, file);
  }
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  try {
    return entries(bytes, version, bytes.readUInt32BE(8));
  } catch {
    return undefined;
  }
}

/** An entry's fixed part: times, device, inode, mode, owner, size, hash. */
const fixedBytes = 60;
const gitlink = 0o160000;
/** A whole folder in one entry: a sparse index. */
const tree = 0o040000;

function entries(bytes: Buffer, version: number, count: number): IndexEntry[] | undefined {
  const found: IndexEntry[] = [];
  let at = 12;
  let previous: Buffer = Buffer.alloc(0);
  for (let i = 0; i < count; i++) {
    const entryAt = at;
    const mode = bytes.readUInt32BE(at + 24) & 0o170000;
    if (mode === tree) return undefined;
    const idAt = at + fixedBytes - 20;
    const flags = bytes.readUInt16BE(at + fixedBytes);
    let start = at + fixedBytes + 2 + ((flags & 0x4000) === 0 ? 0 : 2);
    let name: Buffer;
    if (version === 4) {
      const [dropped, next] = varint(bytes, start);
      start = next;
      const end = endOf(bytes, start);
      name = Buffer.concat([previous.subarray(0, previous.length - dropped), bytes.subarray(start, end)]);
      at = end + 1;
    } else {
      const end = endOf(bytes, start);
      name = bytes.subarray(start, end);
      at += Math.ceil((end - at + 1) / 8) * 8;
    }
    // Where hashes are longer than SHA-1, everything stands elsewhere.
    if (Math.min(name.length, 0xfff) !== (flags & 0xfff)) return undefined;
    previous = name;
    const path = name.toString('utf8');
    if (mode !== gitlink && staysInside(path))
      found.push({
        path,
        id: bytes.toString('hex', idAt, idAt + 20),
        size: bytes.readUInt32BE(entryAt + 36),
        modified: bytes.readUInt32BE(entryAt + 8) * 1000 + bytes.readUInt32BE(entryAt + 12) / 1e6,
      });
  }
  return isSplit(bytes, at) ? undefined : found;
}

/** Whether an extension behind the entries says that most of them stand in another file. */
function isSplit(bytes: Buffer, start: number): boolean {
  const hashBytes = 20;
  for (let at = start; at + 8 + hashBytes <= bytes.length; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString('latin1', at, at + 4) === 'link') return true;
  }
  return false;
}

function endOf(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(0, start);
  if (end === -1) throw new RangeError('the index ends within a name');
  return end;
}

/** Git's offset encoding: seven bits a byte, each further byte adds one. */
function varint(bytes: Buffer, start: number): [value: number, next: number] {
  let at = start;
  let byte = bytes.readUInt8(at++);
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return [value, at];
}

function staysInside(path: string): boolean {
  return path !== '' && !path.startsWith('/') && !path.split('/').includes('..');
}

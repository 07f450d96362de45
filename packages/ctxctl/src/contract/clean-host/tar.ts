// What is in a tarball, read in memory: nothing is unpacked, so nothing can be written where it should not be.

import { readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface TarEntry {
  /** As the tarball says it, with its first folder. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly content: Buffer;
}

/** A tarball that cannot be read, and why. */
export class NotTarball extends Error {
  override readonly name = 'NotTarball';
}

const largestFile = 1 << 29;
const largestContent = 1 << 30;
const block = 512;

export function readTarball(file: string): TarEntry[] {
  const entry = statSync(file);
  if (!entry.isFile()) throw new NotTarball('it is not a regular file');
  if (entry.size > largestFile) throw new NotTarball('it is larger than 512 MB');
  return tarEntries(unzipped(readFileSync(file)));
}

function unzipped(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: largestContent });
  } catch (cause) {
    const tooLarge = cause instanceof RangeError;
    throw new NotTarball(tooLarge ? 'it unpacks to more than 1 GB' : 'its compression is damaged', { cause });
  }
}

function tarEntries(bytes: Buffer): TarEntry[] {
  const entries: TarEntry[] = [];
  let longName: string | undefined;
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0; ) {
    const header = bytes.subarray(at, at + block);
    if (!hasRightSum(header)) throw new NotTarball(at === 0 ? 'it is not a tarball' : 'it is damaged');
    const size = octal(header.subarray(124, 136));
    const content = bytes.subarray(at + block, at + block + size);
    if (content.length < size) throw new NotTarball('it is cut off');
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'x') longName = paxPath(content) ?? longName;
    else if (type === 'L') longName = text(content);
    else if (type !== 'g') {
      entries.push({ path: longName ?? nameIn(header), kind: kinds[type] ?? 'other', content });
      longName = undefined;
    }
    at += block + Math.ceil(size / block) * block;
  }
  if (entries.length === 0) throw new NotTarball('it is not a tarball');
  return entries;
}

const kinds: Readonly<Record<string, TarEntry['kind']>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '5': 'folder',
  '1': 'link',
  '2': 'link',
};

/** The sum of all bytes, where the sum itself counts as spaces. */
function hasRightSum(header: Buffer): boolean {
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 0x20 : byte;
  return sum === octal(header.subarray(148, 156));
}

function octal(bytes: Buffer): number {
  const value = Number.parseInt(text(bytes).trim(), 8);
  return Number.isSafeInteger(value) ? value : 0;
}

function nameIn(header: Buffer): string {
  const name = text(header.subarray(0, 100));
  const isUstar = header.subarray(257, 262).toString('latin1') === 'ustar';
  const prefix = isUstar ? text(header.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Records of the form `LENGTH KEY=VALUE`. */
function paxPath(content: Buffer): string | undefined {
  return /^\d+ path=(.*)$/m.exec(content.toString())?.[1];
}

function text(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? bytes.length : end).toString();
}

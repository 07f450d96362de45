// Reading a whole file, where a file that cannot be read is a typed failure.

import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { fail } from '../protocol/codes.js';
import { readFailure } from './system-errors.js';

export function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw readFailure(error, path);
  }
}

/** The file's text. Bytes that are not UTF-8 are an error, never a replacement character. */
export function readText(path: string): string {
  const bytes = readBytes(path);
  // A TextDecoder that refuses what is not UTF-8 takes a millisecond to make.
  if (isUtf8(bytes)) return bytes.toString();
  throw fail('file_unreadable', { operation: 'read', target: path, reason: 'it is not valid UTF-8' });
}

/** Opens a regular file for reading. Anything else (a folder, a pipe, a device) could block or never end. */
export function openRegularFile(path: string, flags = constants.O_RDONLY): number {
  // A pipe that nobody writes to would block the opening itself.
  const descriptor = openSync(path, flags | (constants.O_NONBLOCK ?? 0));
  const entry = fstatSync(descriptor);
  if (entry.isFile()) return descriptor;
  closeSync(descriptor);
  const reason = entry.isDirectory() ? 'it is a folder' : 'it is not a regular file';
  throw fail('file_unreadable', { operation: 'read', target: path, reason });
}

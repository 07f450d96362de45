// Reading a whole file, where a file that cannot be read is a typed failure.

import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import {
  NotPlain,
  notPlainWords,
  openPlainFile,
  openProjectFile,
  readProjectFile as readOfProject,
  readPlainFile,
} from './plain-file.js';
import { readFailure } from './system-errors.js';

/** A file that the user named, wherever it is. */
export function readBytes(path: string, largest?: number): Buffer {
  return orFailure(path, () => readPlainFile(path, largest));
}

/** The file's text. Bytes that are not UTF-8 are an error, never a replacement character. */
export function readText(path: string, largest = largestText): string {
  return textOf(readBytes(path, largest), path);
}

/** Nothing where there is no such file. */
export function textIfThere(path: string): string | undefined {
  return ifThere(() => readText(path));
}

/** Half of what a text can hold; people and programs write nothing near it that is read whole. */
const largestText = 1 << 28;

/** A file of the project, which may be anything that a stranger put there. */
export function readProjectBytes(root: string, path: string): Buffer {
  return orFailure(path, () => readOfProject(root, path), root);
}

export function readProjectText(root: string, path: string): string {
  return textOf(readProjectBytes(root, path), path);
}

/** Nothing where there is no such file. */
export function projectBytesIfThere(root: string, path: string): Buffer | undefined {
  return ifThere(() => readProjectBytes(root, path));
}

export function projectTextIfThere(root: string, path: string): string | undefined {
  return ifThere(() => readProjectText(root, path));
}

/** Opens a regular file for reading. Anything else (a folder, a pipe, a device) could block or never end. */
export function openRegularFile(path: string, flags = constants.O_RDONLY): number {
  try {
    return openPlainFile(path, Number.POSITIVE_INFINITY, flags);
  } catch (error) {
    throw error instanceof NotPlain ? notPlainFailure(error, path) : error;
  }
}

/** The same, of a file of any size that belongs to a folder: a link must not lead out of it. */
export function openRegularFileIn(folder: string, path: string): number {
  try {
    return openProjectFile(folder, path, Number.POSITIVE_INFINITY);
  } catch (error) {
    throw error instanceof NotPlain ? notPlainFailure(error, path, folder) : error;
  }
}

function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure && error.code === 'file_not_found') return undefined;
    throw error;
  }
}

function textOf(bytes: Buffer, path: string): string {
  // A TextDecoder that refuses what is not UTF-8 takes a millisecond to make.
  if (isUtf8(bytes)) return bytes.toString();
  throw fail('file_unreadable', { operation: 'read', target: path, reason: 'it is not valid UTF-8' });
}

function orFailure<T>(path: string, read: () => T, root = path): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotPlain) throw notPlainFailure(error, path, root);
    throw readFailure(error, path);
  }
}

function notPlainFailure({ reason, cause }: NotPlain, target: string, root = target) {
  if (reason === 'outside') return fail('path_outside', { operation: 'read', target, root, cause });
  return fail('file_unreadable', { operation: 'read', target, reason: notPlainWords[reason] });
}

// Opening a file that a stranger may have put there: a pipe would block, a device never end, a link lead out of the
// project, and what is huge nobody wrote. Files of a project are opened here, besides those that an agent's tools ask for.
// Hooks load this for every event, so it needs no table of failures.

import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  writeSync,
} from 'node:fs';
import { isBelow } from './within.js';

export type NotPlainReason = 'outside' | 'folder' | 'not_a_file' | 'too_large';

/** The file is there, and is none that is read. */
export class NotPlain extends Error {
  readonly reason: NotPlainReason;

  constructor(path: string, reason: NotPlainReason) {
    super(`${path}: ${notPlainWords[reason]}`);
    this.reason = reason;
  }
}

export const notPlainWords: Readonly<Record<NotPlainReason, string>> = {
  outside: 'it is a link that leads out of the project',
  folder: 'it is a folder',
  not_a_file: 'it is not a regular file',
  too_large: 'it is too large',
};

/** No file that people or agents write by hand comes near it. */
export const largestProjectFile = 1 << 26;

/** A regular file, opened for reading; it never waits for somebody at the other end of a pipe. */
export function openPlainFile(
  path: string,
  largest = Number.POSITIVE_INFINITY,
  flags = constants.O_RDONLY,
): number {
  return opened(path, flags, largest).descriptor;
}

/** The same, of a file that belongs to the project: a link may lead elsewhere in it, and nowhere else. */
export function openProjectFile(root: string, path: string, largest = largestProjectFile): number {
  return openedInProject(root, path, largest).descriptor;
}

export function readProjectFile(root: string, path: string, largest = largestProjectFile): Buffer {
  return readAndClose(openedInProject(root, path, largest));
}

export function readPlainFile(path: string, largest = Number.POSITIVE_INFINITY): Buffer {
  return readAndClose(opened(path, constants.O_RDONLY, largest));
}

/** Adds to the end of a file that only its owner may read, and makes it where it is missing. */
export function appendToProjectFile(root: string, path: string, text: string, moreFlags = 0): void {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | moreFlags;
  const { descriptor } = opened(path, flags, Number.POSITIVE_INFINITY);
  try {
    if (!isOfProject(root, path, descriptor)) throw new NotPlain(path, 'outside');
    writeSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

const nonBlocking = constants.O_NONBLOCK ?? 0;

interface Opened {
  readonly descriptor: number;
  readonly size: number;
}

function opened(path: string, flags: number, largest: number): Opened {
  const descriptor = openSync(path, flags | nonBlocking, 0o600);
  const entry = fstatSync(descriptor);
  const { size } = entry;
  if (entry.isFile() && size <= largest) return { descriptor, size };
  closeSync(descriptor);
  throw new NotPlain(path, entry.isFile() ? 'too_large' : entry.isDirectory() ? 'folder' : 'not_a_file');
}

function openedInProject(root: string, path: string, largest: number): Opened {
  const file = opened(path, constants.O_RDONLY, largest);
  if (isOfProject(root, path, file.descriptor)) return file;
  closeSync(file.descriptor);
  throw new NotPlain(path, 'outside');
}

/** Asked of what is open, not of its name: the name may lead elsewhere a moment later. */
function isOfProject(root: string, path: string, descriptor: number): boolean {
  const real = realPathOf(descriptor) ?? realpathSync.native(path);
  return isBelow(root, real) || isBelow(realpathSync.native(root), real);
}

function realPathOf(descriptor: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

/** Node's own way to read what is open looks at it once more, and every prompt of a host waits for that. */
function readAndClose({ descriptor, size }: Opened): Buffer {
  try {
    const bytes = Buffer.allocUnsafe(size <= mostAtOnce ? size : 0);
    if (bytes.length > 0 && readSync(descriptor, bytes, 0, size, 0) === size) return bytes;
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const mostAtOnce = 1 << 16;

// What a person or a program hands over to be remembered: checked to be text, whole, and of a sensible size.

import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { pauseEverything } from '../disk/pause.js';
import { openRegularFile } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { whileSignalsEndUs } from '../disk/while-signals-end-us.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';

/** Of one entry. Notes are short; what is larger belongs in a file of the project. */
export const largestText = 1 << 20;

/** The words of the command line as one text; `-` alone is what stands on stdin. `what` names it in messages. */
export function givenText(words: readonly string[], what: string): string {
  if (words.length === 1 && words[0] === '-') return textOf(readStdin(what), 'stdin');
  const text = words.join(' ');
  // Node has replaced what was not UTF-8 by then, and nothing can bring it back.
  if (text.includes('\ufffd')) throw notPlain(what, 'it is not valid UTF-8');
  return checked(text, what);
}

/** One line of text: a title. */
export function givenLine(words: readonly string[], what: string): string {
  const text = givenText(words, what).trim();
  if (/[\n\r]/.test(text)) throw notPlain(what, 'it has more than one line');
  return text;
}

/** Bytes as text, without the newline that ends a file. */
export function textOf(bytes: Uint8Array, what: string): string {
  return checked(plainText(bytes, what), what);
}

/** The same where there need not be any. */
export function plainText(bytes: Uint8Array, what: string): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notPlain(what, 'it is not valid UTF-8');
  }
  return text.replace(/\r?\n$/, '');
}

/** A file's bytes, if they are not too many. */
export function givenFile(path: string, cwd: string, limit = largestText): Buffer {
  try {
    const descriptor = openRegularFile(resolve(cwd, path));
    try {
      const { size } = fstatSync(descriptor);
      if (size > limit) throw tooLarge(path, size, limit);
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw readFailure(error, path);
  }
}

export function checked(text: string, what: string): string {
  if (text.trim() === '') throw fail('text_missing', { operation: 'read', target: what });
  if (text.includes('\0')) throw notPlain(what, 'it holds a NUL character');
  const bytes = Buffer.byteLength(text);
  if (bytes > largestText) throw tooLarge(what, bytes);
  if (!text.isWellFormed()) throw notPlain(what, 'it holds half a character');
  return text;
}

function notPlain(target: string, reason: string) {
  return fail('text_not_plain', { operation: 'read', target, reason });
}

function tooLarge(target: string, bytes: number, limit = largestText) {
  return fail('text_too_large', { operation: 'read', target, bytes, limit });
}

/** What is too much is counted so far, to say how much it was. */
const mostCounted = 1 << 26;

/** All of stdin, of which no more is kept than is allowed. */
export function readStdin(
  what: string,
  limit = largestText,
  descriptor = 0,
  /** Called each time that nothing is there yet. */
  onWaiting?: () => void,
): Buffer {
  const kept: Buffer[] = [];
  let bytes = 0;
  const chunk = Buffer.allocUnsafe(1 << 16);
  const unwaited = onWaiting === undefined ? undefined : withoutWaiting(descriptor);
  const next = () => readSome(chunk, unwaited ?? descriptor, onWaiting);
  whileSignalsEndUs(() => {
    for (let read = next(); read > 0; read = next()) {
      bytes += read;
      // A pipe may never end, and then nobody learns its size.
      if (bytes > limit + mostCounted) break;
      if (bytes <= limit) kept.push(Buffer.from(chunk.subarray(0, read)));
    }
  });
  if (unwaited !== undefined) closeSync(unwaited);
  if (bytes > limit) throw tooLarge(what, bytes, limit);
  return Buffer.concat(kept);
}

/** The same pipe, opened so that reading does not wait; nothing where it is none, or there is no such way. */
function withoutWaiting(descriptor: number): number | undefined {
  try {
    if (!fstatSync(descriptor).isFIFO()) return undefined;
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

function readSome(chunk: Buffer, descriptor: number, onWaiting?: () => void): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk);
    } catch (error) {
      if (isSystemError(error, 'EOF')) return 0;
      if (!isSystemError(error, 'EAGAIN')) throw readFailure(error, 'stdin');
      // A pipe whose other end writes later, opened not to block.
      onWaiting?.();
      pauseEverything(5);
    }
  }
}

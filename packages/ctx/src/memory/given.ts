// What a person or a program hands over to be remembered: checked to be text, whole, and of a sensible size.

import { closeSync, fstatSync, readFileSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { openRegularFile } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
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
export function readStdin(what: string, limit = largestText, descriptor = 0): Buffer {
  const kept: Buffer[] = [];
  let bytes = 0;
  const chunk = Buffer.allocUnsafe(1 << 16);
  whileSignalsEndUs(() => {
    for (let read = readSome(chunk, descriptor); read > 0; read = readSome(chunk, descriptor)) {
      bytes += read;
      // A pipe may never end, and then nobody learns its size.
      if (bytes > limit + mostCounted) break;
      if (bytes <= limit) kept.push(Buffer.from(chunk.subarray(0, read)));
    }
  });
  if (bytes > limit) throw tooLarge(what, bytes, limit);
  return Buffer.concat(kept);
}

/** Whoever waits for somebody at the other end of a pipe cannot answer a signal, so the system does. */
function whileSignalsEndUs(work: () => void): void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;
  const kept = signals.map((signal) => [signal, process.listeners(signal)] as const);
  for (const signal of signals) process.removeAllListeners(signal);
  try {
    work();
  } finally {
    for (const [signal, listeners] of kept) for (const listener of listeners) process.on(signal, listener);
  }
}

function readSome(chunk: Buffer, descriptor: number): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk);
    } catch (error) {
      if (isSystemError(error, 'EOF')) return 0;
      if (!isSystemError(error, 'EAGAIN')) throw readFailure(error, 'stdin');
      // A pipe whose other end writes later, opened not to block.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

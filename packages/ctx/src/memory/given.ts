// What a person or a program hands over to be remembered: checked to be text, whole, and of a sensible size.

import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openRegularFile } from '../disk/read.js';
import { readStdin } from '../disk/stdin.js';
import { readFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';

/** Of one entry. Notes are short; what is larger belongs in a file of the project. */
export const largestText = 1 << 20;

/** The words of the command line as one text; `-` alone is what stands on stdin. `what` names it in messages. */
export function givenText(words: readonly string[], what: string): string {
  if (words.length === 1 && words[0] === '-') return textOf(givenInput(what), 'stdin');
  const text = words.join(' ');
  // Node has replaced what was not UTF-8 by then, and nothing can bring it back.
  if (text.includes('\ufffd')) throw notPlain(what, 'it is not valid UTF-8');
  return checked(text, what);
}

/** One line of text: a title. */
export function givenLine(words: readonly string[], what: string): string {
  const text = givenText(words, what).trim();
  if (/[\n\r]/.test(text)) throw notPlain(what, 'it has more than one line', true);
  return text;
}

/** Bytes as text, without the newline that ends a file. */
export function textOf(bytes: Buffer, what: string): string {
  return checked(plainText(bytes, what), what);
}

/** The same where there need not be any. */
export function plainText(bytes: Buffer, what: string): string {
  if (!isUtf8(bytes)) throw notPlain(what, 'it is not valid UTF-8');
  return bytes.toString().replace(/\r?\n$/, '');
}

/** What stands on stdin, if it is not too much. */
export function givenInput(what: string): Buffer {
  return readStdin(what, largestText);
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

function notPlain(target: string, reason: string, line?: true) {
  return fail('text_not_plain', { operation: 'read', target, reason, ...(line && { line }) });
}

function tooLarge(target: string, bytes: number, limit = largestText) {
  return fail('text_too_large', { operation: 'read', target, bytes, limit });
}

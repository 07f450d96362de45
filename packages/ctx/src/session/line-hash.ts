// Whether a line has the hash that it claims, seen in the bytes that it was read from: nothing is put together anew.

import { sha256 } from '../disk/digest.js';
import type { Line } from '../disk/lines.js';

const before = '"hash":"';
const behind = '",';
const algorithm = 'sha256:';
const quote = 0x22;

/**
 * A line without the member that claims its hash has that hash. The bytes before the member are moved over it.
 *
 * The first place that reads like the member is the member: inside a string its quotes would be escaped, and a nested
 * object that holds it would have to hold the hash of itself.
 */
export function hashHolds({ text, length, chunk, start }: Line, claimed: string): boolean {
  const place = placeOfMember(text, claimed);
  if (place === -1) return false;
  const isAscii = text.length === length;
  const bytesBefore = isAscii ? place : Buffer.byteLength(text.slice(0, place));
  // The claim may be anything that JSON can say.
  const cut = before.length + (isAscii ? claimed.length : Buffer.byteLength(claimed)) + behind.length;
  chunk.copyWithin(start + cut, start, start + bytesBefore);
  const digits = sha256(chunk.subarray(start + cut, start + length));
  return claimed.startsWith(algorithm) && claimed.slice(algorithm.length) === digits;
}

/** Looks for the word: a search for its quote would stop at every other one. Two slices are compared faster than `startsWith` looks. */
function placeOfMember(text: string, claimed: string): number {
  for (let word = text.indexOf('hash":'); word !== -1; word = text.indexOf('hash":', word + 1)) {
    const value = word - 1 + before.length;
    if (
      text.charCodeAt(word - 1) === quote &&
      text.charCodeAt(value - 1) === quote &&
      text.slice(value, value + claimed.length) === claimed &&
      text.startsWith(behind, value + claimed.length)
    )
      return word - 1;
  }
  return -1;
}

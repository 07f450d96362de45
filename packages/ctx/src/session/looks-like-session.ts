// Whether a file that holds no session was to hold one: a crash or a change of its bytes left something that ctx began.

import { closeSync, readSync } from 'node:fs';
import { openPlainFile } from '../disk/plain-file.js';
import { isMembers } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';

/** What every log begins with, digits aside: the canonical form of its first record. */
const opening = '{"at":"0000-00-00T00:00:00.000Z","contract":"session/';

/** Room for the system prompts and settings of the first records. */
const lookedAt = 1 << 20;

/**
 * True as well of an empty file, of zeros that a power cut left, and of what cannot be read: only of bytes that were seen
 * can be said that ctx did not write them.
 */
export function looksLikeSession(path: string): boolean {
  const bytes = beginningOf(path);
  if (bytes === undefined || bytes.every((byte) => byte === 0)) return true;
  const text = bytes.toString('utf8');
  return opening.startsWith(text.slice(0, opening.length).replace(/\d/g, '0')) || hasRecord(text);
}

/** A log whose first line was changed or taken out still has others. */
function hasRecord(text: string): boolean {
  return text.split('\n').some((line) => {
    if (!line.includes('"prev":"sha256:')) return false;
    const value = parsedJson(line);
    return isMembers(value) && ['at', 'hash', 'seq', 'type'].every((name) => name in value);
  });
}

function beginningOf(path: string): Buffer | undefined {
  let descriptor: number;
  try {
    descriptor = openPlainFile(path, Number.POSITIVE_INFINITY);
  } catch {
    return undefined;
  }
  try {
    const bytes = Buffer.alloc(lookedAt);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, lookedAt, 0));
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

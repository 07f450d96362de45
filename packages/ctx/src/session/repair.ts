// What a crash left at the end of a session is cut off, and the log says so: nothing is repaired silently.

import { digestMade, hashPart, newHash } from '../disk/digest.js';
import type { Head } from './chain.js';
import type { Torn } from './reader.js';
import type { SessionWriter } from './writer.js';

/**
 * The record is written over the torn line, and the rest of that line is cut off after it. A crash at any moment of
 * this leaves either a torn line again or the record that speaks of it.
 */
export function recordRepair(writer: SessionWriter, descriptor: number, head: Head, torn: Torn): void {
  const cut_sha256 = digestOfTorn(descriptor, torn);
  writer.append('session.repaired', { after_seq: head.seq, bytes_cut: torn.bytes, cut_sha256 });
  writer.sync();
}

function digestOfTorn(descriptor: number, { offset, bytes }: Torn): string {
  const hash = newHash();
  hashPart(hash, descriptor, offset, offset + bytes);
  return digestMade(hash);
}

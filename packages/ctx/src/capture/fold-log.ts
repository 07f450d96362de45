// What a captured log says, from all of its records: after a crash, or where somebody else wrote to it.

import { readSync } from 'node:fs';
import { digestOf } from '../disk/digest.js';
import { readOpenSession, soundReading } from '../session/reader.js';
import { newFold, take } from './fold.js';

export function stateFromRecords(path: string, descriptor: number) {
  const fold = newFold();
  const reading = readOpenSession(descriptor, path, (record) => take(fold, record));
  // A first record that was not written whole is no session yet.
  if (reading.head === undefined && reading.ending.kind !== 'broken')
    return { head: undefined, bytes: 0, fold };
  const { head, torn } = soundReading(reading, path, 'open');
  const state = { head, bytes: reading.wholeBytes, fold };
  if (torn === undefined) return state;
  const cut = Buffer.alloc(torn.bytes);
  readSync(descriptor, cut, 0, torn.bytes, torn.offset);
  const repaired = { after_seq: head.seq, bytes_cut: torn.bytes, cut_sha256: digestOf(cut) };
  return { ...state, torn: repaired };
}

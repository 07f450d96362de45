// For tests: the records of a session, changed by somebody who can compute hashes.

import { readFileSync, writeFileSync } from 'node:fs';
import { genesis } from '../../protocol/records.js';
import { seal } from '../../session/chain.js';
import { verify } from '../verify-entry.js';

export interface Loose {
  [name: string]: unknown;
  seq: number;
  type: string;
}

export function recordsIn(path: string): Loose[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** Writes records as somebody would who can compute hashes: numbered, linked and sealed again. */
export function writeResealed(path: string, records: readonly Loose[]): void {
  let prev = genesis;
  const lines = records.map(({ hash: _, ...record }, seq) => {
    const sealed = seal({ ...record, prev, seq });
    prev = sealed.hash;
    return sealed.line;
  });
  writeFileSync(path, lines.join(''));
}

export function findingsOf(path: string, head?: string): (string | number)[][] {
  return verify(path, { head }).findings.map(({ code, seq = -1 }) => [code, seq]);
}

// What tests of teleports and the campaign of faults look at: whether a session goes on.

import { existsSync } from 'node:fs';
import { readSession } from '../src/session/reader.js';

/** Whether a session would go on from this file: it is whole, and was not given away. */
export function isLive(path: string): boolean {
  if (!existsSync(path)) return false;
  let gone = false;
  const { ending } = readSession(path, (record) => {
    if (record.type === 'session.moved') gone = record.way === 'out';
  });
  return ending.kind !== 'broken' && !gone;
}

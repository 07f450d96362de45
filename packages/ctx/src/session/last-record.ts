// The last whole record of a session, read from the end of its file and not yet believed.

import { closeSync, fstatSync } from 'node:fs';
import { linesFromEnd } from '../disk/lines-from-end.js';
import { openRegularFile } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { isMembers } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';
import { longestRecord } from './chain.js';

/** Nothing where no line of it is a record. */
export function lastRecordOf(file: string): { readonly hash: string; readonly seq: number } | undefined {
  try {
    const descriptor = openRegularFile(file);
    try {
      const { size } = fstatSync(descriptor);
      const last = linesFromEnd(descriptor, size, Math.min(size, longestRecord)).next();
      return last.done || last.value === undefined ? undefined : recordIn(last.value.toString());
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw readFailure(error, file);
  }
}

function recordIn(line: string) {
  const value = parsedJson(line);
  if (!isMembers(value)) return undefined;
  const { hash, seq }: Readonly<Record<string, unknown>> = { ...value };
  const isHash = typeof hash === 'string' && /^sha256:[0-9a-f]{64}$/.test(hash);
  return isHash && typeof seq === 'number' ? { hash, seq } : undefined;
}

// What the first record of a session says, read by itself and not yet believed.

import { closeSync } from 'node:fs';
import { readLines } from '../disk/lines.js';
import { openRegularFile } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { isMembers, memberOf } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';

export interface Beginning {
  /** Milliseconds since 1970; 0 where it does not say. */
  readonly at: number;
  /** Whether the session is signed when it closes. */
  readonly sign: true | undefined;
  /** The agent whose session it is, where that is not ctx. */
  readonly agent: string | undefined;
}

const longestLine = 1 << 24;

export function beginningOf(file: string): Beginning {
  const first = parsedJson(firstLine(file));
  const { at, sign, origin }: Readonly<Record<string, unknown>> = isMembers(first) ? { ...first } : {};
  const agent = memberOf(memberOf(origin, 'agent'), 'name');
  return {
    at: typeof at === 'string' ? Date.parse(at) || 0 : 0,
    sign: sign === true ? true : undefined,
    agent: typeof agent === 'string' ? agent : undefined,
  };
}

function firstLine(file: string): string {
  try {
    const descriptor = openRegularFile(file);
    try {
      const first = readLines(descriptor, { chunkBytes: 1 << 14, longestLine }).next();
      return first.done ? '' : first.value.text;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw readFailure(error, file);
  }
}

// Reading a host's own record of a session: only its end, for how full the context is.

import { closeSync, fstatSync } from 'node:fs';
import { linesFromEnd } from '../disk/lines-from-end.js';
import { openRegularFile } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { Failure, isSystemError } from '../protocol/failure.js';
import type { ContextUse } from '../protocol/host-event.js';
import { parsedJson } from '../protocol/parsed-json.js';
import type { HostSpeech } from './host.js';

const furthestBack = 1 << 18;

export function lastContextUse(host: HostSpeech, transcript: string | undefined): ContextUse | undefined {
  return reading(transcript, undefined, (descriptor) => {
    for (const line of linesFromEnd(descriptor, fstatSync(descriptor).size, furthestBack)) {
      // Most lines are of another kind, and long; a look at their bytes is cheaper than parsing them.
      if (!line.includes('_tokens')) continue;
      const use = host.contextUse(parsedJson(line.toString()));
      if (use !== undefined) return use;
    }
    return undefined;
  });
}

/** A record that is not there says nothing: the host may not have written it yet. */
export function reading<T>(path: string | undefined, nothing: T, read: (descriptor: number) => T): T {
  if (path === undefined) return nothing;
  let descriptor: number;
  try {
    descriptor = openRegularFile(path);
  } catch (error) {
    // A host is told of no failure: what it named is no file of ours.
    if (error instanceof Failure || isSystemError(error, 'ENOENT', 'ENOTDIR')) return nothing;
    throw readFailure(error, path);
  }
  try {
    return read(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

// Appending to a file of a project, which may be anything by now: a pipe would block, a link would lead elsewhere.

import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { fail } from '../protocol/codes.js';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;

/** In one write, so that two processes never mix their lines. */
export function appendText(file: string, text: string): void {
  const flags = O_WRONLY | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
  const descriptor = openSync(file, flags, 0o600);
  try {
    if (fstatSync(descriptor).isFile()) writeSync(descriptor, text);
    else
      throw fail('file_unwritable', { operation: 'write', target: file, reason: 'it is not a regular file' });
  } finally {
    closeSync(descriptor);
  }
}

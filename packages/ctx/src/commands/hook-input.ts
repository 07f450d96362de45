// What a host hands to a hook on stdin: at most so much is kept, and it may be nothing, or nonsense.

import { fstatSync, readSync } from 'node:fs';
import { isSystemError } from '../protocol/failure.js';

const mostKept = 1 << 23;

export type HookInput =
  | { readonly state: 'read'; readonly value: unknown }
  | { readonly state: 'absent' | 'garbage' | 'too-large' };

/** Ends with the JSON text, even if a host forgets to close the pipe. */
export function readHookInput(descriptor = 0): HookInput {
  if (!canBeRead(descriptor)) return { state: 'absent' };
  const kept: Buffer[] = [];
  let bytes = 0;
  const chunk = Buffer.allocUnsafe(1 << 16);
  for (;;) {
    const read = readSome(descriptor, chunk);
    if (read === 0) break;
    bytes += read;
    // What is too much is read to its end, so that the host can write all of it, and forgotten.
    if (bytes > mostKept) continue;
    kept.push(Buffer.from(chunk.subarray(0, read)));
    if (chunk.subarray(0, read).toString('latin1').trimEnd().endsWith('}')) {
      const value = jsonIn(kept);
      if (value !== undefined) return { state: 'read', value };
    }
  }
  if (bytes === 0) return { state: 'absent' };
  return { state: bytes > mostKept ? 'too-large' : 'garbage' };
}

function jsonIn(chunks: readonly Buffer[]): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A person at a terminal is no host. */
function canBeRead(descriptor: number): boolean {
  try {
    return !fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

function readSome(descriptor: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk);
    } catch (error) {
      if (!isSystemError(error, 'EAGAIN')) return 0;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

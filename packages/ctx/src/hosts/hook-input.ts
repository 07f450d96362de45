// What a host hands to a hook on stdin: at most so much is kept, and it may be nothing, or nonsense.

import { fstatSync, readSync } from 'node:fs';
import { utf8 } from '../disk/utf8.js';
import { isSystemError } from '../protocol/system-error.js';

const mostKept = 1 << 23;
/** Most events are smaller than that. */
const chunkBytes = 1 << 14;

export type HookInput =
  | { readonly state: 'read'; readonly value: unknown }
  | { readonly state: 'absent' | 'garbage' | 'too-large' };

/** Ends with the JSON text, even if a host forgets to close the pipe. */
export function readHookInput(descriptor = 0): HookInput {
  if (!canBeRead(descriptor)) return { state: 'absent' };
  const kept: Uint8Array[] = [];
  let bytes = 0;
  let chunk = new Uint8Array(chunkBytes);
  let nesting: Nesting | undefined;
  for (;;) {
    const read = readSome(descriptor, chunk);
    if (read === 0) break;
    bytes += read;
    // What is too much is read to its end, so that the host can write all of it, and forgotten.
    if (bytes > mostKept) continue;
    const piece = chunk.subarray(0, read);
    kept.push(piece);
    if (nesting === undefined ? endsObject(chunk, read) : nesting.closedAfter(piece)) {
      const value = jsonIn(kept);
      if (value !== undefined) return { state: 'read', value };
      // A long text may be full of `}`, and to parse at each of them takes longer than hosts wait.
      if (nesting === undefined) {
        nesting = new Nesting();
        for (const each of kept) nesting.closedAfter(each);
      }
    }
    chunk = new Uint8Array(chunkBytes);
  }
  if (bytes === 0) return { state: 'absent' };
  return { state: bytes > mostKept ? 'too-large' : 'garbage' };
}

/** How deep in objects, lists and texts a JSON text is, byte by byte. */
class Nesting {
  #depth = 0;
  #inText = false;
  #isEscaped = false;

  /** Whether everything that was opened is closed again. */
  closedAfter(piece: Uint8Array): boolean {
    for (const byte of piece) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#inText) {
        if (byte === 0x5c) this.#isEscaped = true;
        else if (byte === 0x22) this.#inText = false;
      } else if (byte === 0x22) this.#inText = true;
      else if (byte === 0x7b || byte === 0x5b) this.#depth += 1;
      else if (byte === 0x7d || byte === 0x5d) this.#depth -= 1;
    }
    return this.#depth === 0 && !this.#inText;
  }
}

/** Whether the last of these bytes that is not white space is `}`. */
function endsObject(bytes: Uint8Array, length: number): boolean {
  let last = length - 1;
  while (last > 0 && (bytes[last] ?? 0) <= 0x20) last -= 1;
  return bytes[last] === 0x7d;
}

function jsonIn(chunks: readonly Uint8Array[]): unknown {
  try {
    const [only, ...more] = chunks;
    const bytes = only !== undefined && more.length === 0 ? only : Buffer.concat(chunks);
    const value: unknown = JSON.parse(utf8(bytes));
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

function readSome(descriptor: number, chunk: Uint8Array): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk);
    } catch (error) {
      if (!isSystemError(error, 'EAGAIN')) return 0;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

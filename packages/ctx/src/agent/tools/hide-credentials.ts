// What a tool starts can read /proc/<pid>/environ of this process, where the kernel shows the bytes that the process was
// started with, whatever became of its variables. So the credentials among those bytes are overwritten first.

import { closeSync, existsSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { namesCredential } from '../../session/credential-names.js';

/** Whoever needs a credential holds a copy of the environment by now. Returns the names that could not be hidden. */
export function hideCredentials(): string[] {
  if (!existsSync('/proc/self/environ')) return [];
  if (visible(readFileSync('/proc/self/environ')).length === 0) return [];
  try {
    overwrite();
  } catch {
    // What is still visible says so.
  }
  return visible(readFileSync('/proc/self/environ')).map(({ name }) => name);
}

interface Value {
  readonly name: string;
  readonly start: number;
  readonly length: number;
}

/** The credentials in a block of variables that have a value, and where it stands. */
function visible(block: Buffer): Value[] {
  const found: Value[] = [];
  for (let at = 0; at < block.length; ) {
    const zero = block.indexOf(0, at);
    const end = zero === -1 ? block.length : zero;
    const equals = block.indexOf('=', at);
    if (equals > at && equals < end - 1) {
      const name = block.toString('utf8', at, equals);
      if (namesCredential(name)) found.push({ name, start: equals + 1, length: end - equals - 1 });
    }
    at = end + 1;
  }
  return found;
}

/** In our own memory: fields 50 and 51 of the process's state say where the block begins and ends. */
function overwrite(): void {
  const state = readFileSync('/proc/self/stat', 'latin1');
  const fields = state.slice(state.lastIndexOf(')') + 2).split(' ');
  const [start, end] = [Number(fields[47]), Number(fields[48])];
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || end <= start) return;
  const memory = openSync('/proc/self/mem', 'r+');
  try {
    const block = Buffer.alloc(end - start);
    readSync(memory, block, 0, block.length, start);
    for (const { name, start: at, length } of visible(block)) {
      delete process.env[name];
      writeSync(memory, Buffer.alloc(length), 0, length, start + at);
    }
  } finally {
    closeSync(memory);
  }
}

// A file read whole, if it is a plain one: a pipe would block, a device never end, and what is huge nobody wrote.

import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

export function readPlainFile(path: string, largest: number): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(descriptor);
    return found.isFile() && found.size <= largest ? readFileSync(descriptor) : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

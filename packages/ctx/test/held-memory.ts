// What this process holds in memory while it reads files: what is in use, and not what waits to be cleared away, which is up to V8.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often it looks, in bytes that were read. */
const step = 1 << 25;

export interface HeldMemory {
  /** How many bytes were read. */
  readonly read: number;
  /** The most that was held at once, in bytes more than before. */
  readonly most: number;
}

export async function heldWhileReading(work: () => Promise<void>): Promise<HeldMemory> {
  setFlagsFromString('--expose-gc');
  const clear: () => void = runInNewContext('gc');
  const held = () => {
    // What the first one found is freed beside it, and for certain by the end of the second.
    clear();
    clear();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = held();
  const seen = { read: 0, most: 0 };
  const { readSync } = fs;
  const watched = (...given: Parameters<typeof readSync>): number => {
    const bytes = readSync(...given);
    const steps = Math.floor(seen.read / step);
    seen.read += bytes;
    if (Math.floor(seen.read / step) > steps) seen.most = Math.max(seen.most, held() - before);
    return bytes;
  };
  Object.assign(fs, { readSync: watched });
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    Object.assign(fs, { readSync });
    syncBuiltinESMExports();
  }
  return seen;
}

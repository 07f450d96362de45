// When a session began, by its first record.

import { closeSync } from 'node:fs';
import { readLines } from '../disk/lines.js';
import { openRegularFile } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';

/** 0 where its first line does not say. */
export function firstMoment(file: string): number {
  try {
    const descriptor = openRegularFile(file);
    try {
      for (const { text } of readLines(descriptor, { chunkBytes: 1 << 14, longestLine: 1 << 24 })) {
        const at = /^\{"at":"([^"]{24})"/.exec(text)?.[1] ?? '';
        return Date.parse(at) || 0;
      }
      return 0;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw readFailure(error, file);
  }
}

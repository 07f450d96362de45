// Reads the entries of a source, line by line, and checks each.

import { closeSync } from 'node:fs';
import { readLines } from '../disk/lines.js';
import { openRegularFile } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { checkEntry, type Entry } from './entry.js';
import type { Refusal, Source } from './sources.js';

/** The entries of a source, one after the other. What does not fit is told to `refuse`, with its line. */
export function* readSource(source: Source, refuse: (refusal: Refusal) => void): Generator<Entry, void> {
  let descriptor: number;
  try {
    descriptor = openRegularFile(source.file);
  } catch (error) {
    throw readFailure(error, source.file);
  }
  try {
    let line = 0;
    for (const { text, fault } of readLines(descriptor, { longestLine: 1 << 20 })) {
      line++;
      const item = `${source.name}, line ${line}`;
      if (fault !== undefined) {
        refuse({ item, why: fault === 'too_long' ? 'it is longer than 1 MiB' : 'it is not valid UTF-8' });
        continue;
      }
      if (text === '') continue;
      const checked = checkLine(text);
      if ('entry' in checked) yield checked.entry;
      else refuse({ item, why: checked.refused });
    }
  } finally {
    closeSync(descriptor);
  }
}

function checkLine(line: string) {
  try {
    return checkEntry(JSON.parse(line));
  } catch {
    return { refused: 'it is not JSON' };
  }
}

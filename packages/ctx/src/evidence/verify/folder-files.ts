// The files of a folder that nobody trusts yet, held within limits; whatever else is in there is a finding.

import { closeSync, fstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularFile } from '../../disk/read.js';
import { readFailure } from '../../disk/system-errors.js';
import type { Findings } from './findings.js';

/** Name → bytes. Nothing we make is larger. */
export type FolderFiles = ReadonlyMap<string, Buffer>;

const largestFile = 1 << 27;

export function filesOfFolder(folder: string, findings: Findings): FolderFiles {
  const files = new Map<string, Buffer>();
  for (const entry of entriesOf(folder)) {
    const { name } = entry;
    if (!entry.isFile()) {
      findings.add('entry_irregular', name, 'it is not a regular file');
      continue;
    }
    const bytes = bytesOf(join(folder, name));
    if (bytes === undefined) findings.add('file_unexpected', name, 'it is larger than any file of ours');
    else files.set(name, bytes);
  }
  return files;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw readFailure(error, folder);
  }
}

export function bytesOf(file: string): Buffer | undefined {
  try {
    const descriptor = openRegularFile(file);
    try {
      return fstatSync(descriptor).size > largestFile ? undefined : readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw readFailure(error, file);
  }
}

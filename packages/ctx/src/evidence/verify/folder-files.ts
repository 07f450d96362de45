// The files of a folder that nobody trusts yet, held within limits; whatever else is in there is a finding.

import { type Dirent, fstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFailure } from '../../disk/system-errors.js';
import { compareTexts } from '../../text/order.js';
import { withFile } from '../tree/file-digest.js';
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
    if (bytes === undefined)
      findings.add('file_unexpected', name, 'it is larger than any file that ctx writes');
    else files.set(name, bytes);
  }
  return files;
}

/** By name. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => compareTexts(a.name, b.name));
  } catch (error) {
    throw readFailure(error, folder);
  }
}

/** Nothing where it is larger than any file of ours. */
export function bytesOf(file: string): Buffer | undefined {
  return withFile(file, (descriptor) =>
    fstatSync(descriptor).size > largestFile ? undefined : readFileSync(descriptor),
  );
}

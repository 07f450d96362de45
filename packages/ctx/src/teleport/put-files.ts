// Files of a workspace written and removed. Nothing is written through a link, each file is there whole or not at all, and doing it
// again changes nothing.

import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFile } from '../disk/atomic.js';
import { isSystemError } from '../protocol/failure.js';
import { makeParents, parentsOf } from '../workspace/plain-parents.js';
import { contentDigest } from './content-digest.js';
import type { TreeFile } from './tree-entry.js';

/** Whether the file is there as it should be. */
export function isAsExpected(root: string, file: TreeFile): boolean {
  const whole = join(root, file.path);
  if (!parentsArePlain(root, file.path)) return false;
  const entry = lstatSync(whole, { throwIfNoEntry: false });
  if (entry === undefined) return false;
  if (file.kind === 'link') return entry.isSymbolicLink() && readlinkSync(whole) === file.to;
  if (!entry.isFile() || entry.size !== file.size) return false;
  return (
    ((entry.mode & 0o100) !== 0) === file.executable && contentDigest(whole, 'sha1').digest === file.digest
  );
}

/** `content`: the bytes, or the file that has them. */
export function putFile(root: string, file: TreeFile, content: Buffer | string, ticket: string): void {
  makeParents(root, file.path);
  const whole = join(root, file.path);
  // The same each time: what a killed process left is written over by the next one, and never stays.
  const beside = join(dirname(whole), `.ctx-${ticket}.tmp`);
  rmSync(beside, { force: true });
  try {
    if (file.kind === 'link') symlinkSync(file.to, beside);
    else {
      if (typeof content === 'string') copyFileSync(content, beside, constants.COPYFILE_EXCL);
      else writeFileSync(beside, content, { flag: 'wx', mode: 0o600 });
      chmodSync(beside, file.executable ? 0o755 : 0o644);
      syncFile(beside);
    }
    renameSync(beside, whole);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** And the folders that are empty then. */
export function removeFile(root: string, path: string): void {
  if (!parentsArePlain(root, path)) return;
  rmSync(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(root, folder));
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) continue;
      if (isSystemError(error, 'ENOTEMPTY', 'EEXIST', 'EBUSY')) return;
      throw error;
    }
  }
}

function parentsArePlain(root: string, path: string): boolean {
  return parentsOf(path).every(
    (folder) => lstatSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() === true,
  );
}

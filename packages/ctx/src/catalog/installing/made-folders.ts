// Folders that an install had to make. They go away with the last thing that ctx put into them, whichever came first.

import { rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isThere } from '../../disk/is-there.js';
import type { Environment } from '../../disk/user-folder.js';
import { isBelow } from '../../disk/within.js';
import { isSystemError } from '../../protocol/failure.js';
import { allRecords, type InstallRecord, keepRecord, targetOf } from './records.js';

/** The innermost first. */
export function missingFolders(folder: string): string[] {
  return isThere(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}

/** Those that are empty go; the others are from now on the business of what else of ours lies in them. */
export function removeMade(env: Environment, folders: readonly string[], leaving: string): void {
  const inwards = folders.toSorted((a, b) => b.length - a.length);
  const left = inwards.filter((folder) => !isRemoved(folder));
  if (left.length === 0) return;
  for (const record of allRecords(env)) {
    const target = targetOf(record);
    const own = left.filter((folder) => isBelow(folder, target));
    if (target !== leaving && own.length > 0) handOn(env, record, own);
  }
}

function handOn(env: Environment, record: InstallRecord, folders: readonly string[]): void {
  const joined = (made: readonly string[]) => [
    ...made,
    ...folders.filter((folder) => !made.includes(folder)),
  ];
  // Settings that were there before us keep their folder.
  const isOurs = record.type === 'folder' || record.made.includes(record.file);
  if (isOurs) keepRecord(env, { ...record, made: joined(record.made) });
}

function isRemoved(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    // Somebody else's files, or a folder that nobody may remove: it stays.
    return isSystemError(error, 'ENOENT');
  }
}

// A folder that appears whole and goes away whole: it is made ready beside its place and renamed, in both directions.

import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../disk/atomic.js';
import { sha256 } from '../../disk/digest.js';
import { makeFolders } from '../../disk/folders.js';
import { nonce } from '../../disk/nonce.js';
import { writeFailure } from '../../disk/system-errors.js';
import type { Environment } from '../../disk/user-folder.js';
import { fail } from '../../protocol/codes.js';
import type { GatheredFile } from './gathered.js';
import { missingFolders, removeMade } from './made-folders.js';
import { changedIn, isUnchanged } from './on-disk.js';
import { noteName } from './prepared.js';
import { type FolderRecord, forgetRecord, type InstallPlace, keepRecord, readRecord } from './records.js';

export function putFolder(
  env: Environment,
  place: InstallPlace,
  id: string,
  folder: string,
  files: readonly GatheredFile[],
): 'installed' | 'unchanged' {
  const wanted = Object.fromEntries(files.map(({ path, bytes }) => [path, sha256(bytes)]));
  const before = readRecord(env, folder);
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) {
    const isOurs = before?.type === 'folder' && before.id === id && changedIn(folder, wanted) === undefined;
    if (isOurs) return 'unchanged';
    const ours = before?.type === 'folder' ? before.id : undefined;
    throw fail('catalog_place_taken', { operation: 'install', target: id, place: folder, ours });
  }
  const parent = dirname(folder);
  const made = missingFolders(parent);
  const record = (stage: string, state: FolderRecord['state']): FolderRecord => {
    return { type: 'folder', ...place, id, state, folder, stage, made, files: wanted };
  };
  // Beside the folder of all skills, so that no host takes it for one of them.
  const name = `.ctx-install-${nonce()}`;
  const stage = join(made.includes(parent) ? dirname(parent) : dirname(realpathSync(parent)), name);
  try {
    keepRecord(env, record(stage, 'installing'));
    makeFolders(parent);
    mkdirSync(stage, { mode: 0o700 });
    const ready = join(stage, 'ready');
    for (const file of files) writeBelow(ready, file);
    renameSync(ready, folder);
    syncFolder(parent);
    rmSync(stage, { recursive: true, force: true });
    keepRecord(env, record(stage, 'installed'));
  } catch (error) {
    takeBack(env, record(stage, 'installing'));
    throw writeFailure(error, folder);
  }
  return 'installed';
}

/** Nothing of it is seen any more after the first step. */
export function removeFolder(env: Environment, record: FolderRecord): void {
  const stage = join(dirname(realpathSync(dirname(record.folder))), `.ctx-install-${nonce()}`);
  try {
    keepRecord(env, { ...record, state: 'removing', stage });
    mkdirSync(stage, { mode: 0o700 });
    renameSync(record.folder, join(stage, 'ready'));
    clearUp(env, { ...record, stage });
  } catch (error) {
    throw writeFailure(error, record.folder);
  }
}

/** What a kill left: it is there as a whole, or it goes away as a whole. */
export function settleFolder(env: Environment, record: FolderRecord): void {
  if (record.state === 'installed') return;
  try {
    if (isOurs(record)) {
      rmSync(record.stage, { recursive: true, force: true });
      keepRecord(env, { ...record, state: 'installed' });
    } else clearUp(env, record);
  } catch (error) {
    throw writeFailure(error, record.folder);
  }
}

/** Somebody may have put a folder of the same name there since; ours holds the note that we wrote. */
function isOurs({ folder, files }: FolderRecord): boolean {
  return isUnchanged(folder, noteName, files[noteName]);
}

function takeBack(env: Environment, record: FolderRecord): void {
  try {
    settleFolder(env, record);
  } catch {
    // The failure that led here is told; the next call clears up what this one could not.
  }
}

function clearUp(env: Environment, record: FolderRecord): void {
  rmSync(record.stage, { recursive: true, force: true });
  removeMade(env, record.made, record.folder);
  forgetRecord(env, record.folder);
}

function writeBelow(folder: string, { path, bytes, executable }: GatheredFile): void {
  const file = join(folder, path);
  makeFolders(dirname(file));
  const descriptor = openSync(file, 'wx', executable ? 0o777 : 0o666);
  try {
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

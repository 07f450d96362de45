// The files of an entry from a folder or a file on this machine: no link is followed, and what is no plain file is refused.

import { closeSync, constants, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { NotPlain, openPlainFile } from '../../disk/plain-file.js';
import { readFailure } from '../../disk/system-errors.js';
import { isSystemError } from '../../protocol/failure.js';
import type { Entry } from '../entry.js';
import { type Gathered, type GatheredFile, isLicence, sourceGone, Takings } from './gathered.js';
import { settledSource } from './settled-source.js';

/** Made by tools where a skill was tried out, and no part of it. */
const leftOut = new Set(['.git', 'node_modules', '.venv', 'venv', '__pycache__', '.DS_Store']);

/** `place` is the folder with SKILL.md, or the agent's file. Only what stays the same while it is read is taken. */
export function localSource(entry: Entry, place: string, afterReading = () => {}): Gathered {
  if (!isAbsolute(place)) throw sourceGone(entry, 'it is neither an address nor a whole path');
  const settled = settledSource(() => {
    const gathered = gather(entry, place);
    afterReading();
    return gathered;
  });
  if (settled === undefined) throw sourceGone(entry, 'it keeps changing while it is read');
  return settled;
}

function gather(entry: Entry, place: string): Gathered {
  const takings = new Takings(entry.id, place);
  const isFolder = entry.kind === 'skill';
  const files: GatheredFile[] = [];
  try {
    if (isFolder) takeFolder(place, '', takings, files);
    else files.push(taken(place, basename(place), takings));
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) throw sourceGone(entry, 'it is not there', error);
    throw readFailure(error, place);
  }
  return { from: place, files, licences: licencesAbove(isFolder ? dirname(place) : place, takings) };
}

function takeFolder(root: string, below: string, takings: Takings, files: GatheredFile[]): void {
  for (const entry of readdirSync(join(root, below), { withFileTypes: true }).sort(byName)) {
    if (leftOut.has(entry.name)) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      takings.allow(`${path}/x`, 0);
      takeFolder(root, path, takings, files);
    } else files.push(taken(join(root, path), path, takings));
  }
}

function taken(file: string, path: string, takings: Takings): GatheredFile {
  const { size, mode } = lstatSync(file);
  takings.allow(path, size);
  const noLinks = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
  let descriptor: number;
  try {
    descriptor = openPlainFile(file, size, noLinks);
  } catch (error) {
    if (isSystemError(error, 'ELOOP', 'EMLINK')) throw takings.unfit(`${path} is a link`);
    if (error instanceof NotPlain) throw takings.unfit(`${path} is not a plain file`);
    throw error;
  }
  try {
    return { path, bytes: readFileSync(descriptor), executable: (mode & 0o100) !== 0 };
  } finally {
    closeSync(descriptor);
  }
}

/** Up to the top of the checkout that it lies in; without one, in its own folder and the next two. */
function licencesAbove(start: string, takings: Takings): GatheredFile[] {
  let folder = dirname(start);
  if (lstatSync(start, { throwIfNoEntry: false })?.isDirectory()) folder = start;
  const top = checkoutTop(folder);
  for (let steps = 0; top === undefined ? steps < 3 : true; steps++) {
    const found = plainNames(folder).filter(isLicence);
    if (found.length > 0) return found.map((name) => taken(join(folder, name), name, takings));
    if (folder === top || folder === dirname(folder)) break;
    folder = dirname(folder);
  }
  return [];
}

function checkoutTop(folder: string): string | undefined {
  if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined) return folder;
  return folder === dirname(folder) ? undefined : checkoutTop(dirname(folder));
}

function plainNames(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    // A folder above that we may not list has nothing to tell.
    if (isSystemError(error, 'EACCES', 'EPERM', 'ENOENT')) return [];
    throw error;
  }
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

// Single files of a workspace put, moved and removed. Nothing is written through a link.

import { chmodSync, lstatSync, renameSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nonce } from '../disk/nonce.js';
import type { KeptFile } from './kept-files.js';
import { tick } from './limits.js';
import { makeParents, refuseLinks } from './plain-parents.js';

export function put(root: string, path: string, { content, seen }: KeptFile, bytes: Buffer): void {
  makeParents(root, path);
  const file = join(root, path);
  const beside = join(dirname(file), `.ctx-${nonce()}.tmp`);
  try {
    if (content.in === 'link') symlinkSync(bytes.toString(), beside);
    else {
      writeFileSync(beside, bytes, { flag: 'wx', mode: 0o600 });
      chmodSync(beside, seen.mode & 0o777);
    }
    renameSync(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Folders that came with it go with it, unless something else is in them, or was. */
export function remove(root: string, path: string, isKept: (folder: string) => boolean): void {
  refuseLinks(root, path);
  rmSync(join(root, path));
  for (let folder = dirname(path); folder !== '.' && !isKept(folder); folder = dirname(folder)) {
    try {
      rmdirSync(join(root, folder));
    } catch {
      return;
    }
  }
}

/** To a place where nothing is. */
export function moveBack(root: string, path: string, to: string): void {
  refuseLinks(root, path);
  makeParents(root, to);
  if (lstatSync(join(root, to), { throwIfNoEntry: false }) !== undefined)
    throw new Error(`${to} is there again, and has no other copy`);
  renameSync(join(root, path), join(root, to));
}

/** Whether a file was there before a moment. File systems that keep no birth have the time of the last change. */
export function isOlderThan(root: string, path: string, moment: number): boolean {
  const { birthtimeMs, ctimeMs } = lstatSync(join(root, path));
  return (birthtimeMs > 0 ? birthtimeMs : ctimeMs) < moment - tick;
}

// The folders on the way to a file of a workspace: made where they are missing, and never walked through a link.

import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** From the outermost on. */
export function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

/** Each is looked at before the next is made: behind a link, folders of somebody else begin. */
export function makeParents(root: string, path: string): void {
  for (const folder of parentsOf(path)) {
    const entry = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (entry === undefined) mkdirSync(join(root, folder));
    else if (!entry.isDirectory()) throw notAFolder(folder);
  }
}

/** All of them must be there. */
export function refuseLinks(root: string, path: string): void {
  for (const folder of parentsOf(path))
    if (!lstatSync(join(root, folder)).isDirectory()) throw notAFolder(folder);
}

function notAFolder(folder: string): Error {
  return new Error(`${folder} is not a folder`);
}

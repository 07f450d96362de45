// Two looks at a workspace compared: what was added, changed or removed in between.

import type { FileStamp, Look } from './look.js';

export interface ChangedPath {
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
}

/** In the order of their paths, character code by character code: the same on every machine. */
export function changesBetween(before: Look, after: Look): ChangedPath[] {
  const isUnknown = unknownIn([...before.unlisted, ...after.unlisted]);
  const changes: ChangedPath[] = [];
  let gone = before.files.size;
  for (const [path, seen] of after.files) {
    const earlier = before.files.get(path);
    if (earlier !== undefined) gone -= 1;
    if (earlier === undefined) {
      if (!isUnknown(path)) changes.push({ path, change: 'added' });
    } else if (isOther(earlier, seen)) changes.push({ path, change: 'changed' });
  }
  if (gone > 0)
    for (const path of before.files.keys())
      if (!after.files.has(path) && !isUnknown(path)) changes.push({ path, change: 'removed' });
  return changes.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** A time that moved alone counts: what a program wrote back unchanged, it wrote. Another name for a file is no change to it. */
function isOther(one: FileStamp, other: FileStamp): boolean {
  if (one === other) return false;
  if (one.size !== other.size || one.mode !== other.mode || one.inode !== other.inode) return true;
  if (one.modified !== other.modified) return true;
  if (one.digest !== undefined && other.digest !== undefined) return one.digest !== other.digest;
  return one.changed !== other.changed && one.links === other.links;
}

/** Whether a path lies in a folder that one of the looks could not list. */
function unknownIn(folders: readonly string[]): (path: string) => boolean {
  return (path) => folders.some((folder) => folder === '' || path.startsWith(`${folder}/`));
}

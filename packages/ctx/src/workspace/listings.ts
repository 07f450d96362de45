// What the folders of a workspace hold, remembered from look to look: a folder whose times are what they were has gained and
// lost nothing. To ask for its times takes a tenth of what listing it does.

import { lstatSync } from 'node:fs';
import { entriesIn, type FolderEntry } from '../files/walk.js';
import { tick } from './limits.js';

interface Listed {
  readonly entries: FolderEntry[];
  readonly inode: number;
  readonly modified: number;
  readonly changed: number;
}

/** Of one root. `now` is for tests: what changed a moment ago may change again without another time. */
export function rememberedListings(now = Date.now): typeof entriesIn {
  const known = new Map<string, Listed>();
  return (root, folder) => {
    const { ino, mtimeMs, ctimeMs } = lstatSync(`${root}/${folder}`);
    const listed = known.get(folder);
    if (listed?.inode === ino && listed.modified === mtimeMs && listed.changed === ctimeMs)
      return listed.entries;
    const isSettled = Math.max(mtimeMs, ctimeMs) < now() - tick;
    const entries = entriesIn(root, folder);
    if (isSettled) known.set(folder, { entries, inode: ino, modified: mtimeMs, changed: ctimeMs });
    else known.delete(folder);
    return entries;
  };
}

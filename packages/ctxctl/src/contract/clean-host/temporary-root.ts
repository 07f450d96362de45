// The one folder that a contract writes to: a fresh one, or one that was named and may be used again and again.

import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Broken } from './step.js';

/** Marks a folder as ours, so that nothing else is ever emptied. */
const marker = '.clean-host-contract';

export interface TemporaryRoot {
  readonly path: string;
  /** Takes away all that was made in it, and itself if it was not there before. */
  remove(): void;
}

const rootName = /^clean-host-\w{6}$/;

/** Takes away the roots of contracts that were killed. `isLeft` says so of one; what others made is not even asked about. */
export function removeLeftRoots(isLeft: (root: string) => boolean): void {
  const base = realpathSync(tmpdir());
  const owner = process.getuid?.();
  for (const entry of readdirSync(base, { withFileTypes: true })) {
    if (!entry.isDirectory() || !rootName.test(entry.name)) continue;
    const path = join(base, entry.name);
    try {
      const isOurs = lstatSync(path).uid === owner && lstatSync(join(path, marker)).isFile();
      if (isOurs && isLeft(path)) removeAll(path);
    } catch {
      // Somebody else is removing it, or it cannot be removed: this contract does not need it gone.
    }
  }
}

export function temporaryRoot(named: string | undefined): TemporaryRoot {
  if (named === undefined) {
    const path = mkdtempSync(join(realpathSync(tmpdir()), 'clean-host-'));
    writeFileSync(join(path, marker), '');
    return { path, remove: () => removeAll(path) };
  }
  const wasThere = lstatSync(named, { throwIfNoEntry: false }) !== undefined;
  mkdirSync(named, { recursive: true });
  const path = realpathSync(resolve(named));
  const inside = readdirSync(path);
  if (inside.length > 0 && !inside.includes(marker))
    throw new Broken([`${path} holds files that are not of an earlier contract; name an empty folder`]);
  for (const name of inside) removeAll(join(path, name));
  writeFileSync(join(path, marker), '');
  return {
    path,
    remove() {
      if (!wasThere) return removeAll(path);
      for (const name of readdirSync(path)) removeAll(join(path, name));
    },
  };
}

/** A program may have taken the rights from its own folders. */
function removeAll(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    giveRights(path);
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

function giveRights(path: string): void {
  if (!lstatSync(path).isDirectory()) return;
  chmodSync(path, 0o700);
  for (const name of readdirSync(path)) giveRights(join(path, name));
}

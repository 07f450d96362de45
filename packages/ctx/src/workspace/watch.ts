// A workspace watched over a session's runs: each look says what changed since the one before it.

import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type ChangedPath, changesBetween } from './compare.js';
import { mostPaths } from './limits.js';
import { rememberedListings } from './listings.js';
import { type Look, look, seenAt, type WorkspacePlace } from './look.js';
import { trackedIn } from './tracked-files.js';

export interface WorkspaceChanges {
  readonly paths: readonly ChangedPath[];
  /** Paths beyond those that are listed. */
  readonly left_out: number;
  readonly found_by: 'git' | 'walk';
  /** Why not all of it was compared; said once. */
  readonly unseen: 'too_large' | 'unreadable' | undefined;
}

export interface WorkspaceWatch {
  /** What changed since the last look; nothing where nothing did, or where this is the first. */
  look(): WorkspaceChanges | undefined;
  /** A path that a tool of ours wrote to, which says so itself: the next look does not say it again. */
  wrote(path: string): void;
}

export interface WatchOptions {
  /** Every machine has to find the same, so neither git's index nor the user's own ignore rules count. */
  readonly sameEverywhere: boolean;
  /** How many files are looked at. */
  readonly most?: number;
}

export function watchWorkspace(
  place: WorkspacePlace,
  { sameEverywhere, most }: WatchOptions,
): WorkspaceWatch {
  const at = sameEverywhere ? { ...place, home: undefined } : place;
  const tracked = sameEverywhere ? () => undefined : trackedIn(place.root, place.home);
  const list = rememberedListings();
  let last: Look | undefined;
  /** By our own tools, since then. */
  const written = new Set<string>();
  const said = new Set<WorkspaceChanges['unseen']>();
  return {
    look() {
      const before = last;
      const now = look(at, tracked(), before, { most, list });
      last = now;
      // What is there and not listed, git ignores: no look says anything of it.
      for (const path of written)
        if (!now.files.has(path) && seenAt(place.root, path, 0) !== undefined) before?.files.delete(path);
      written.clear();
      const reason = now.isTooLarge ? 'too_large' : now.unlisted.length > 0 ? 'unreadable' : undefined;
      const unseen = said.has(reason) ? undefined : reason;
      said.add(unseen);
      const isComparable = before !== undefined && !before.isTooLarge && !now.isTooLarge;
      const paths = isComparable ? changesBetween(before, now) : [];
      if (paths.length === 0 && unseen === undefined) return undefined;
      const listed = paths.slice(0, mostPaths);
      return { paths: listed, left_out: paths.length - listed.length, found_by: now.found_by, unseen };
    },
    wrote(path) {
      if (last === undefined) return;
      const inside = pathInside(place.root, path);
      if (inside === undefined) return;
      written.add(inside);
      const seen = seenAt(place.root, inside, Date.now());
      if (seen === undefined) last.files.delete(inside);
      else last.files.set(inside, seen);
    },
  };
}

/** As a walk finds it: links on the way are followed. Nothing where it leads out, or nowhere. */
function pathInside(root: string, path: string): string | undefined {
  try {
    const whole = resolve(root, path);
    const real = join(realpathSync(dirname(whole)), basename(whole));
    const inside = relative(realpathSync(root), real);
    return inside.startsWith('..') ? undefined : inside.split(sep).join('/');
  } catch {
    return undefined;
  }
}

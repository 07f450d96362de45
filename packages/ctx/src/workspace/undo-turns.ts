// Turns that can be taken back: the files before each, and how it left them, so that nothing is undone that somebody else did.

import { diskTrouble } from '../disk/system-errors.js';
import { changedPaths, type GivenBack, giveBack, lookNow, lookOf } from './give-back.js';
import { keptList } from './kept-files.js';
import type { Look, WorkspacePlace } from './look.js';

export interface Turns {
  /** A turn begins with these files; nothing where they could not be kept. */
  begun(tree: string | undefined): void;
  /** It is over. */
  ended(place: WorkspacePlace, folder: string | undefined): void;
  /** Takes the last one back; nothing where there is none. */
  undo(place: WorkspacePlace, folder: string | undefined): Undone | undefined;
}

/** `unkept`: its files never were; `gone`: not any more. After `why` it can be tried again. */
export type Undone =
  | { readonly tree: string; readonly given: GivenBack }
  | { readonly why: string }
  | 'unkept'
  | 'gone';

interface Turn {
  readonly tree: string | undefined;
  /** How it left the files. */
  until?: Look;
  /** What it changed: told before `until` is made to follow an undo. */
  paths?: ReadonlySet<string>;
}

export function turns(): Turns {
  const done: Turn[] = [];
  return {
    begun: (tree) => void done.push({ tree }),
    ended(place, folder) {
      if (folder === undefined) return;
      // Of several turns without a word in between, each left what the next one began with.
      for (const [i, turn] of done.entries()) {
        if (turn.until !== undefined) continue;
        turn.until = begunWith(folder, done[i + 1]) ?? lookNow(place);
        const begun = begunWith(folder, turn);
        if (begun !== undefined) turn.paths = changedPaths(begun, turn.until);
      }
    },
    undo(place, folder) {
      const last = done.at(-1);
      if (last === undefined || folder === undefined) return undefined;
      const undone = takeBack(last, place, folder);
      if (typeof undone === 'object' && 'why' in undone) return undone;
      done.pop();
      const before = done.at(-1)?.until;
      if (typeof undone === 'string') return undone;
      if (before !== undefined) asGivenBack(before, undone.begun, undone.given, lookNow(place));
      return undone;
    },
  };
}

function takeBack({ tree, until, paths }: Turn, place: WorkspacePlace, folder: string) {
  if (tree === undefined) return 'unkept';
  try {
    const kept = keptList(folder, tree);
    if (kept === undefined || until === undefined) return 'gone';
    const begun = lookOf(kept);
    const given = giveBack(place, folder, tree, { until, paths: paths ?? changedPaths(begun, until) });
    return given === undefined ? 'gone' : { tree, given, begun };
  } catch (error) {
    const why = diskTrouble(error);
    if (why === undefined) throw error;
    return { why };
  }
}

function begunWith(folder: string, turn: Turn | undefined): Look | undefined {
  if (turn?.tree === undefined) return undefined;
  try {
    const kept = keptList(folder, turn.tree);
    return kept === undefined ? undefined : lookOf(kept);
  } catch (error) {
    if (diskTrouble(error) === undefined) throw error;
    return undefined;
  }
}

/** A file that is again as the turn before left it was written by us, not by somebody who changed it since. */
function asGivenBack(left: Look, begun: Look, { paths }: GivenBack, now: Look): void {
  const others = changedPaths(left, begun);
  for (const { path } of paths) {
    if (others.has(path)) continue;
    const seen = now.files.get(path);
    if (seen === undefined) left.files.delete(path);
    else left.files.set(path, seen);
  }
}

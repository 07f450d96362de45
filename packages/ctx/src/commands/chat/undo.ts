// Turns that can be taken back: the files before each, and how it left them, so that nothing is undone that somebody else did.

import {
  changedPaths,
  type GivenBack,
  giveBack,
  lookNow,
  lookOf,
  type Work,
} from '../../workspace/give-back.js';
import { keptList } from '../../workspace/kept-files.js';
import type { Look, Place } from '../../workspace/look.js';

export interface Turns {
  /** A turn begins with these files. */
  begun(tree: string): void;
  /** It is over. */
  ended(place: Place, folder: string | undefined): void;
  /** Takes the last one back; `gone` where its files are not kept any more, nothing where there is none. */
  undo(
    place: Place,
    folder: string | undefined,
  ): { readonly tree: string; readonly given: GivenBack } | 'gone' | undefined;
}

interface Turn {
  readonly tree: string;
  work?: Work;
}

export function turns(): Turns {
  const done: Turn[] = [];
  return {
    begun: (tree) => void done.push({ tree }),
    ended(place, folder) {
      if (folder === undefined) return;
      const open = done.flatMap((turn, i) => (turn.work === undefined ? [{ turn, next: done[i + 1] }] : []));
      for (const { turn, next } of open) {
        const begun = keptList(folder, turn.tree);
        // Of several turns without a word in between, each left what the next one began with.
        const left = next === undefined ? undefined : keptList(folder, next.tree);
        const until = left === undefined ? lookNow(place) : lookOf(left);
        if (begun !== undefined) turn.work = { until, paths: changedPaths(lookOf(begun), until) };
      }
    },
    undo(place, folder) {
      const last = done.pop();
      if (last === undefined || folder === undefined) return undefined;
      const kept = keptList(folder, last.tree);
      if (kept === undefined || last.work === undefined) return 'gone';
      const given = giveBack(place, folder, last.tree, last.work);
      if (given === undefined) return 'gone';
      const before = done.at(-1)?.work?.until;
      if (before !== undefined) asGivenBack(before, lookOf(kept), given, lookNow(place));
      return { tree: last.tree, given };
    },
  };
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

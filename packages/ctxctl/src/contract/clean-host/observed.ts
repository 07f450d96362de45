// Places that must not change, compared by names, sizes and times. What is in the files is never read.

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface WatchedPlace {
  readonly path: string;
  /** Names that are not looked into: what others may write to meanwhile. */
  readonly except?: readonly string[];
  /** Only new names with this in them count: for folders that another program of the user may be writing to. */
  readonly onlyNaming?: string;
}

export type Seen = ReadonlyMap<string, string>;

export function look(places: readonly WatchedPlace[]): Seen {
  const seen = new Map<string, string>();
  for (const place of places) visit(place.path, place, seen);
  return seen;
}

/** One line for each path that is new, gone or different. */
export function changesBetween(before: Seen, after: Seen): string[] {
  const changes: string[] = [];
  for (const [path, state] of after) {
    const old = before.get(path);
    if (old === undefined) changes.push(`new: ${path}`);
    else if (old !== state) changes.push(`changed: ${path}`);
  }
  for (const path of before.keys()) if (!after.has(path)) changes.push(`gone: ${path}`);
  return changes.sort();
}

function visit(path: string, place: WatchedPlace, seen: Map<string, string>): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return;
  const { onlyNaming, except = [] } = place;
  const counts = onlyNaming === undefined || path.slice(place.path.length).includes(onlyNaming);
  // A folder's own size and time change with what is in it, which is listed by itself.
  if (counts) seen.set(path, entry.isDirectory() ? 'folder' : `${entry.size} ${entry.mtimeMs}`);
  if (!entry.isDirectory()) return;
  for (const name of names(path)) if (!except.includes(name)) visit(join(path, name), place, seen);
}

function names(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

// Places that must not change, compared by names, sizes, rights and times. What is in the files is never read.

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Broken } from './step.js';

export interface WatchedPlace {
  readonly path: string;
  /** Names that are not looked into: what others may write to meanwhile. */
  readonly except?: readonly string[];
  /** Only new names with this in them count: for folders that another program of the user may be writing to. */
  readonly onlyNaming?: string;
  /** How many folders deep it is looked into; all of it unless said. */
  readonly depth?: number;
}

const mostEntries = 500_000;

export type Seen = ReadonlyMap<string, string>;

export function look(places: readonly WatchedPlace[]): Seen {
  const seen = new Map<string, string>();
  for (const place of places) visit(place.path, place, seen, place.depth ?? Number.POSITIVE_INFINITY);
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

function visit(path: string, place: WatchedPlace, seen: Map<string, string>, depth: number): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return;
  if (seen.size > mostEntries) throw new Broken([`${place.path} holds too much to be compared`]);
  const { onlyNaming, except = [] } = place;
  const counts = onlyNaming === undefined || path.slice(place.path.length).includes(onlyNaming);
  // A folder's own size and time change with what is in it, which is listed by itself.
  const { mode, size, mtimeMs, ctimeMs } = entry;
  if (counts)
    seen.set(path, entry.isDirectory() ? `folder ${mode}` : `${mode} ${size} ${mtimeMs} ${ctimeMs}`);
  if (!entry.isDirectory() || depth === 0) return;
  for (const name of names(path)) if (!except.includes(name)) visit(join(path, name), place, seen, depth - 1);
}

function names(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

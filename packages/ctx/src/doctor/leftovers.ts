// What killed processes left: temporary files beside what they were writing, unfinished copies, locks without an owner.

import { lstatSync, rmSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { isAbandonedLock } from '../disk/lock.js';
import { isRunning, livenessOf } from '../disk/process-identity.js';
import { writeFailure } from '../disk/system-errors.js';
import { makerOf } from '../disk/temporary-folder.js';
import { type Diagnosis, firstOf, ok } from './check.js';
import {
  entriesOfOwnPlaces,
  mostEntries,
  type OwnEntry,
  type OwnPlaces,
  scratchName,
  temporaryEntries,
} from './own-places.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const lockName = /\.lock(?:\.[0-9a-f]{8})?$/;
/** As `nonce` makes them, with the number of the process at the end. */
const anyTemporary = /[.-][0-9a-f]{12}([0-9a-f]{1,8})\.tmp$/;
/** What ctx writes beside other people's files names itself: caches have names like the others. */
const namedTemporary = /^\.ctx-(?:install-)?[0-9a-f]{12}([0-9a-f]{1,8})\.tmp$/;

export function checkLeftovers(places: OwnPlaces, now: number): Diagnosis {
  const budget = { left: mostEntries };
  const found = [
    ...[...entriesOfOwnPlaces(places, budget)].filter((entry) => isLeftover(entry, now)),
    ...temporaryEntries(places.env).filter((entry) => isStranded(entry, now)),
  ];
  const rest = budget.left === 0 ? `; only the first ${mostEntries} files were looked at` : '';
  if (found.length === 0) return ok(`nothing is lying about${rest}`);
  const names = firstOf(
    found.map(({ path }) => shownIn(places.root, path)),
    20,
  );
  return {
    state: 'warning',
    says: `left by processes that were killed: ${names}${rest}`,
    fix: 'delete them',
    mend() {
      for (const { path } of found) remove(path);
      return `removed: ${names}`;
    },
  };
}

export function shownIn(root: string, path: string): string {
  const inside = relative(root, path);
  return inside.startsWith('..') ? path : inside;
}

function isLeftover(entry: OwnEntry, now: number): boolean {
  const { name, path } = entry;
  const age = now - changedAt(path, now);
  if (lockName.test(name)) return age > minuteMs && isAbandonedLock(path);
  const writer = writerOf(entry);
  if (writer === undefined) return false;
  // Its number may be one of another container, where it runs: no write of ours takes an hour.
  return age > hourMs || (age > minuteMs && !isRunning(writer, null));
}

/** A folder whose maker is gone for certain, or the copy of a log. */
function isStranded(entry: OwnEntry, now: number): boolean {
  const maker = makerOf(entry.name);
  return maker === undefined
    ? isLeftover(entry, now)
    : livenessOf(maker, changedAt(entry.path, now)) === 'gone';
}

function changedAt(path: string, now: number): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
}

/** The process that made what has such a name. Nothing for what is not temporary, or may be somebody else's. */
function writerOf({ name, parent, isOurs }: OwnEntry): number | undefined {
  const temporary = (isOurs ? anyTemporary : namedTemporary).exec(name);
  if (temporary?.[1] !== undefined) return Number.parseInt(temporary[1], 16);
  if (!isOurs || basename(parent) !== scratchName) return undefined;
  const copy = /^\..+\.(\d+)$/.exec(name);
  return copy === null ? undefined : Number(copy[1]);
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    throw writeFailure(error, path);
  }
}

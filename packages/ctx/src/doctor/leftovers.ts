// What killed processes left: temporary files beside what they were writing, unfinished copies, locks without an owner.

import { lstatSync, rmSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { lockOwner } from '../disk/lock.js';
import { isRunning, livenessOf } from '../disk/process-identity.js';
import { writeFailure } from '../disk/system-errors.js';
import { makerOf } from '../disk/temporary-folder.js';
import { type Diagnosis, firstOf, ok } from './check.js';
import {
  entriesOfOwnPlaces,
  mostEntries,
  type OwnEntry,
  type OwnPlaces,
  temporaryEntries,
} from './own-places.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

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
  if (name.endsWith('.lock')) return age > minuteMs && lockOwner(path) === undefined;
  const writer = writerOf(entry);
  if (writer === undefined) return false;
  if (/\.lock\.[0-9a-f]{8}$/.test(name)) return age > minuteMs && lockOwner(path) === undefined;
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

/** The process that made what has such a name; 0 where the name does not say. Nothing for what is not temporary. */
function writerOf({ name, parent }: OwnEntry): number | undefined {
  if (/\.lock\.[0-9a-f]{8}$/.test(name)) return 0;
  const temporary = /[.-]([0-9a-f]{12})([0-9a-f]{1,8})\.tmp$/.exec(name);
  if (temporary?.[2] !== undefined) return Number.parseInt(temporary[2], 16);
  if (basename(parent) !== 'scratch') return undefined;
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

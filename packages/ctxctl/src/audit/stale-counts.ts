// How often each report was told while it was STALE: what stays so is told louder. It lies in git's own folder, like the
// relay's cache; who deletes it starts from nothing. A report that was made again counts anew.

import { renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../../../ctx/src/kit/files.js';
import { sharedGitFolder } from '../../../ctx/src/kit/git.js';
import { readPlainFile } from '../../../ctx/src/kit/plain-file.js';

export interface StaleCount {
  /** On how many days somebody was told. Days on which nobody worked here do not count. */
  readonly days: number;
  readonly prompts: number;
}

/** Where it is said: in the report's own line, at the head of the box, or first of all to the user. */
export type Loudness = 'line' | 'head' | 'user';

/** Every commit makes a report STALE, so many prompts of one day weigh little. */
export function loudnessOf({ days, prompts }: StaleCount): Loudness {
  if (days >= 7 || prompts >= 200) return 'user';
  return days >= 3 || prompts >= 50 ? 'head' : 'line';
}

interface Stale {
  readonly id: string;
  readonly report: { readonly generatedAt: string };
}

/** Counts one more prompt for each of these, and says where each stands. */
export function countStale(root: string, reports: readonly Stale[], now: number): Map<string, StaleCount> {
  const path = placeOf(root);
  if (path === undefined || reports.length === 0) return new Map();
  const kept = keptIn(path);
  const day = new Date(now).toISOString().slice(0, 10);
  const counts = new Map<string, StaleCount>();
  for (const each of reports) {
    const key = keyOf(each);
    const before = kept.get(key) ?? { days: 0, prompts: 0, last: '' };
    // A clock that was set back makes no new day.
    const isNewDay = day > before.last;
    const after = {
      days: before.days + (isNewDay ? 1 : 0),
      prompts: before.prompts + 1,
      last: isNewDay ? day : before.last,
    };
    kept.delete(key);
    kept.set(key, after);
    counts.set(each.id, after);
  }
  keep(path, [...kept].slice(-mostKept));
  return counts;
}

/** Where one stands, without counting. */
export function staleCountOf(root: string, report: Stale): StaleCount | undefined {
  const path = placeOf(root);
  return path === undefined ? undefined : keptIn(path).get(keyOf(report));
}

interface Kept extends StaleCount {
  /** The last day on which it was told. */
  readonly last: string;
}

/** Worktrees share the folder, each with reports of its own. */
const mostKept = 200;
const largest = 1 << 16;

function placeOf(root: string): string | undefined {
  const folder = sharedGitFolder(root);
  return folder === undefined ? undefined : join(folder, 'ctx', 'audit-stale.json');
}

function keyOf({ id, report }: Stale): string {
  return `${id} ${report.generatedAt}`;
}

/** What cannot be read counts as nothing: a prompt is never held up for it. */
function keptIn(path: string): Map<string, Kept> {
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return new Map();
    const value: unknown = JSON.parse(readPlainFile(path, largest).toString());
    return new Map(Array.isArray(value) ? value.filter(isPair) : []);
  } catch {
    return new Map();
  }
}

function keep(path: string, counts: readonly (readonly [string, Kept])[]): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    makeFolders(join(path, '..'));
    writeFileSync(unfinished, JSON.stringify(counts), { mode: 0o600 });
    renameSync(unfinished, path);
  } catch {
    // Whoever cannot write there is told as often, only not louder.
  }
}

function isPair(value: unknown): value is [string, Kept] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const { days, prompts, last }: Readonly<Record<string, unknown>> = { ...Object(value[1]) };
  return Number.isSafeInteger(days) && Number.isSafeInteger(prompts) && typeof last === 'string';
}

// What the relay found out with an earlier prompt and need not find out again: the digests of bodies, each with its whole
// body, and what git said of commits. It lies in git's own folder: who can write there can do anything, no work tree
// becomes dirty of it, and it goes with the clone.

import { renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../../ctx/src/kit/digest.js';
import { makeFolders } from '../../../ctx/src/kit/files.js';
import { sharedGitFolder } from '../../../ctx/src/kit/git.js';
import { readPlainFile } from '../../../ctx/src/kit/plain-file.js';
import { descendants, type Ends } from './freshness.js';

export interface RelayCache {
  digestOf(body: string): string;
  descendants(root: string, head: string, ends: readonly Ends[]): ReadonlySet<string> | undefined;
  /** Keeps what was asked for this time, where something of it is new. */
  save(): void;
}

const place = ['ctx', 'audit-relay.json'] as const;
/** Nobody writes longer ones, and they are hashed while they are compared. */
const longestBody = 1 << 16;
const largestCache = 1 << 24;

interface Kept {
  readonly digests: readonly (readonly [body: string, digest: string])[];
  readonly ancestry?: Ancestry | undefined;
}

interface Ancestry {
  /** HEAD and the commits that git was asked about. */
  readonly asked: string;
  /** The state of git's store then: a commit that it did not have may have come since. */
  readonly store: string;
  readonly above: readonly string[];
}

export function relayCache(root: string): RelayCache {
  const folder = sharedGitFolder(root);
  if (folder === undefined) return { digestOf, descendants, save: () => {} };
  const path = join(folder, ...place);
  const before = keptIn(path);
  const known = new Map(before.digests);
  const used = new Map<string, string>();
  let ancestry: Ancestry | undefined;
  let isNew = false;

  return {
    digestOf(body) {
      const digest = known.get(body) ?? digestOf(body);
      if (body.length > longestBody) return digest;
      isNew ||= !known.has(body);
      used.set(body, digest);
      return digest;
    },
    descendants(_, head, ends) {
      const asked = [head, ...ends.flatMap(({ from, to }) => [from, to])].join(' ');
      const store = stateOfStore(folder, ends);
      if (before.ancestry?.asked === asked && before.ancestry.store === store) {
        ancestry = before.ancestry;
        return new Set(ancestry.above);
      }
      const above = descendants(root, head, ends);
      if (above !== undefined) ancestry = { asked, store, above: [...above] };
      isNew ||= above !== undefined;
      return above;
    },
    save() {
      if (isNew) keep(path, { digests: [...used], ancestry });
    },
  };
}

/** An object that comes to a store changes the time of its own folder there, or that of the packs. */
function stateOfStore(folder: string, ends: readonly Ends[]): string {
  const names = new Set(ends.flatMap(({ from, to }) => [from.slice(0, 2), to.slice(0, 2)]));
  const times = ['pack', 'info/alternates', ...names].map(
    (name) => statSync(join(folder, 'objects', name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return times.join(' ');
}

function keptIn(path: string): Kept {
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return { digests: [] };
    const kept: unknown = JSON.parse(readPlainFile(path, largestCache).toString());
    return isKept(kept) ? kept : { digests: [] };
  } catch {
    return { digests: [] };
  }
}

/** Best effort, and whole or not at all: the next prompt finds everything out again. */
function keep(path: string, kept: Kept): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    makeFolders(join(path, '..'));
    writeFileSync(unfinished, JSON.stringify(kept), { mode: 0o600 });
    renameSync(unfinished, path);
  } catch {
    // Whoever cannot write there has a slower relay, not a wrong one.
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null || !('digests' in value)) return false;
  const { digests } = value;
  const ancestry = 'ancestry' in value ? value.ancestry : undefined;
  return Array.isArray(digests) && digests.every(isPair) && (ancestry === undefined || isAncestry(ancestry));
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && isTexts(value);
}

function isAncestry(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!('asked' in value) || !('store' in value) || !('above' in value)) return false;
  return isTexts([value.asked, value.store]) && Array.isArray(value.above) && isTexts(value.above);
}

function isTexts(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

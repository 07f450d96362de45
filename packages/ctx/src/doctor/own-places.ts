// Where ctx writes: the project with its memory and sessions, the hosts' settings, and the user's own folders.

import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFailure } from '../disk/system-errors.js';
import type { Environment } from '../disk/user-folder.js';
import { userFolder } from '../disk/user-folder.js';
import { scopes } from '../hosts/host.js';
import { hosts } from '../hosts/known.js';
import { contextName } from '../memory/context.js';
import { isSystemError } from '../protocol/failure.js';

export interface OwnPlaces {
  readonly root: string;
  readonly sessions: string;
  readonly env: Environment;
}

export interface OwnEntry {
  readonly path: string;
  readonly name: string;
  /** The name of the folder that it is in. */
  readonly parent: string;
}

/** Nothing of ours is in them, and they are large. */
const foreign = new Set(['.git', 'node_modules']);

/** A tree that is larger is not searched to its end. */
export const mostEntries = 50_000;

/** `budget` is at 0 afterwards where there may be more. */
export function* entriesOfOwnPlaces(
  { root, sessions, env }: OwnPlaces,
  budget = { left: mostEntries },
): Generator<OwnEntry> {
  const seen = new Set<string>();
  for (const [folder, depth] of foldersOf({ root, sessions, env })) {
    for (const entry of entriesBelow(folder, depth, budget)) {
      if (seen.has(entry.path)) continue;
      seen.add(entry.path);
      yield entry;
    }
  }
}

/** What is in the folders for temporary files and could be ours: nobody may delete what others keep there. */
export function temporaryEntries(env: OwnPlaces['env']): OwnEntry[] {
  const given = env['TMPDIR'];
  const folders = given === undefined || given === '' ? ['/tmp', '/var/tmp', '/dev/shm'] : [given];
  return folders.flatMap((folder) =>
    namesIn(folder).flatMap(({ name }) => {
      const path = join(folder, name);
      return name.startsWith('ctx-') && isOwn(path) ? [{ path, name, parent: folder }] : [];
    }),
  );
}

function isOwn(path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry !== undefined && !entry.isSymbolicLink() && entry.uid === (process.getuid?.() ?? entry.uid);
}

/** Our own folders come first, so that a large project does not use up what may be looked at. */
function foldersOf({ root, sessions, env }: OwnPlaces): [folder: string, depth: number][] {
  const own = (['state', 'config', 'data', 'cache'] as const).flatMap((kind) => userFolder(kind, env) ?? []);
  const settings = hosts.flatMap((host) =>
    scopes.flatMap((scope) => host.settingsFiles({ root, env })[scope] ?? []),
  );
  return [
    [join(root, contextName), 5],
    [sessions, 1],
    ...own.map((folder): [string, number] => [folder, 4]),
    ...[...new Set(settings.map((file) => dirname(file)))].map((folder): [string, number] => [folder, 1]),
    [root, 8],
  ];
}

function* entriesBelow(folder: string, depth: number, budget: { left: number }): Generator<OwnEntry> {
  for (const entry of namesIn(folder)) {
    if (budget.left === 0) return;
    budget.left -= 1;
    const path = join(folder, entry.name);
    yield { path, name: entry.name, parent: folder };
    if (depth > 1 && entry.isDirectory() && !foreign.has(entry.name)) {
      yield* entriesBelow(path, depth - 1, budget);
    }
  }
}

function namesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // What we may not look into is not ours.
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return [];
    throw readFailure(error, folder);
  }
}

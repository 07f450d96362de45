// Where ctx writes: the project with its memory and sessions, the hosts' settings, and the user's own folders.

import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
  /** The folder that it is in. */
  readonly parent: string;
  /** Whether ctx alone writes there. Elsewhere, what has a name like one of ours may be anybody's. */
  readonly isOurs: boolean;
}

/** Nothing of ours is in them, and they are large. */
const foreign = new Set(['.git', 'node_modules']);

/** The copies of projects that sessions work in: what lies in them is theirs. */
export const scratchName = 'scratch';

/** A tree that is larger is not searched to its end. */
export const mostEntries = 50_000;

/** `budget` is at 0 afterwards where there may be more. */
export function* entriesOfOwnPlaces(
  { root, sessions, env }: OwnPlaces,
  budget = { left: mostEntries },
): Generator<OwnEntry> {
  const seen = new Set<string>();
  for (const { folder, depth, isOurs } of foldersOf({ root, sessions, env })) {
    for (const entry of entriesBelow(folder, depth, isOurs, budget)) {
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
      return name.startsWith('ctx-') && isOwn(path) ? [{ path, name, parent: folder, isOurs: true }] : [];
    }),
  );
}

function isOwn(path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry !== undefined && !entry.isSymbolicLink() && entry.uid === (process.getuid?.() ?? entry.uid);
}

interface OwnFolder {
  readonly folder: string;
  readonly depth: number;
  readonly isOurs: boolean;
}

/** Our own folders come first, so that a large project does not use up what may be looked at. */
function foldersOf({ root, sessions, env }: OwnPlaces): OwnFolder[] {
  const own = (['state', 'config', 'data', 'cache'] as const).flatMap((kind) => userFolder(kind, env) ?? []);
  const settings = hosts.flatMap((host) =>
    scopes.flatMap((scope) => host.settingsFiles({ root, env })[scope] ?? []),
  );
  const shared = [...new Set(settings.map((file) => dirname(file)))];
  return [
    { folder: join(root, contextName), depth: 5, isOurs: true },
    { folder: sessions, depth: 1, isOurs: true },
    ...own.map((folder) => ({ folder, depth: 4, isOurs: true })),
    ...shared.map((folder) => ({ folder, depth: 1, isOurs: false })),
    { folder: root, depth: 8, isOurs: false },
  ];
}

function* entriesBelow(
  folder: string,
  depth: number,
  isOurs: boolean,
  budget: { left: number },
): Generator<OwnEntry> {
  const isCopy = basename(dirname(folder)) === scratchName;
  for (const entry of namesIn(folder)) {
    if (budget.left === 0) return;
    budget.left -= 1;
    const path = join(folder, entry.name);
    yield { path, name: entry.name, parent: folder, isOurs: isOurs && !isCopy };
    if (depth > 1 && entry.isDirectory() && !foreign.has(entry.name)) {
      yield* entriesBelow(path, depth - 1, isOurs && !isCopy, budget);
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

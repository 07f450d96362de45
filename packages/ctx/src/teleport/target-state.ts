// Whether the folder that a session comes to can take it: nobody's work is written over there.

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { entryAt } from '../disk/entry-at.js';
import { statusOf } from '../git/checked-out.js';
import { filesOf } from '../git/tree-listing.js';
import { entryFor } from '../policy/path-entries.js';
import { obeyedPaths } from '../policy/protected-paths.js';
import { parentsOf } from '../workspace/plain-parents.js';
import type { Destination } from './destination.js';
import { type Obstacle, obstacle } from './obstacles.js';
import { isAsExpected } from './put-files.js';
import type { TreeFile } from './tree-entry.js';
import { workspaceFiles } from './workspace-files.js';

export interface TargetState {
  readonly obstacles: readonly Obstacle[];
  /** Files that are known to be no work of anybody's: committed there, or as the session left them. */
  readonly replaceable: ReadonlySet<string>;
}

export async function targetState(
  { root, repository, earlier }: Destination,
  comesWithGit: boolean,
  home: string | undefined,
): Promise<TargetState> {
  if (lstatSync(root, { throwIfNoEntry: false }) === undefined) return clean([]);
  const here = await workspaceFiles(root, home);
  const isAsLeft = earlier?.tree !== undefined && here.digest === earlier.tree;
  if (isAsLeft) return clean([...here.files.keys()]);
  if (repository === undefined) {
    if (here.files.size > 0 && comesWithGit)
      return dirty([...here.files.keys()], 'it is not a git repository, and it is not empty');
    return clean([]);
  }
  if (!comesWithGit) return dirty([root], 'it is a git repository, and the workspace that comes is none');
  const changed = await statusOf(root);
  if (changed === undefined) return dirty([root], 'git cannot say whether it is clean');
  if (changed.length > 0) return dirty(changed);
  const committed = await filesOf(root, repository.commit);
  return clean(committed?.map(({ path }) => path) ?? []);
}

function clean(replaceable: readonly string[]): TargetState {
  return { obstacles: [], replaceable: new Set(replaceable) };
}

function dirty(about: readonly string[], reason?: string): TargetState {
  return { obstacles: [obstacle('target_dirty', about, reason)], replaceable: new Set() };
}

/** Files of somebody else's that would be written over. */
export function inTheWay(
  root: string,
  files: Iterable<TreeFile>,
  replaceable: ReadonlySet<string>,
): readonly string[] {
  const found: string[] = [];
  for (const file of files) {
    if (replaceable.has(file.path)) continue;
    // A link or a file where a folder has to be.
    const between = parentsOf(file.path).find((folder) => isNoFolder(join(root, folder)));
    if (between !== undefined) {
      if (!replaceable.has(between)) found.push(between);
      continue;
    }
    const entry = entryAt(join(root, file.path));
    if (entry === undefined || isAsExpected(root, file)) continue;
    // A folder whose files all go makes room.
    const isEmptied =
      entry.isDirectory() && [...replaceable].some((path) => path.startsWith(`${file.path}/`));
    if (!isEmptied) found.push(file.path);
  }
  return found;
}

function isNoFolder(path: string): boolean {
  const entry = entryAt(path);
  return entry !== undefined && !entry.isDirectory();
}

/** Files that hosts, editors and shells obey, and that would come to be or change there: no run could write them. */
export function obeyedChanges(root: string, files: Iterable<TreeFile>): readonly string[] {
  const found = Array.from(files).flatMap((file) =>
    entryFor(file.path, obeyedPaths) === undefined || isAsExpected(root, file) ? [] : [file.path],
  );
  return [...new Set(found)];
}

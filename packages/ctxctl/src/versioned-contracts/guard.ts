// The bump guard: nothing of a frozen version is changed, deleted, added, renamed or retyped; a new behaviour is a new version.

import { dirname, join, relative } from 'node:path';
import { Failure } from '../../../ctx/src/kit/failures.js';
import { isThere } from '../../../ctx/src/kit/files.js';
import { fail } from '../codes.js';
import { missingForBump, type Violation } from './bump.js';
import { changesSince, type FrozenFolder, frozenFolders, type Git, repositoryOf } from './frozen-history.js';
import { contractsFolder, pinOf, type Version, versionsOf } from './versions.js';

export interface Guarded {
  /** How it was looked at: what git says besides the pins, or the pins alone. */
  readonly by: 'git' | 'pins';
  readonly frozen: readonly string[];
  readonly violations: readonly Violation[];
  /** What a version that is new still needs, besides itself. */
  readonly missing: readonly Violation[];
}

/** `base` is what the work at hand comes on top of; without it, only what happened since a version was frozen counts. */
export function guard(root: string, base?: string): Guarded {
  const git = repositoryOf(root);
  const held = git === undefined ? [] : frozenFolders(git, base);
  const unlisted = listsThatAreGone(root, held);
  const versions = unlisted.length > 0 ? [] : versionsOf(root);
  const frozen = versions.filter((version) => version.frozen);
  // Git names the files, so that comes first.
  const violations = [
    ...unlisted,
    ...(git === undefined || unlisted.length > 0 ? [] : changesByGit(git, root, held, versions)),
    ...frozen.flatMap((version) => pinProblems(root, version)),
  ];
  const cutOff = held.find(({ isCutOff }) => isCutOff);
  if (violations.length === 0 && base === undefined && cutOff !== undefined)
    throw fail('contract_history_cut_off', { operation: 'guard', target: cutOff.folder });
  return {
    by: git === undefined ? 'pins' : 'git',
    frozen: frozen.map(({ contract, name }) => `${contract}/${name}`),
    violations: unique(violations),
    missing: missingForBump(root, versions),
  };
}

function pinProblems(root: string, { folder, pin }: Version): Violation[] {
  const path = relative(root, folder);
  if (!isThere(folder)) return [{ path, how: 'it is frozen, and gone' }];
  const actual = pinOrProblem(folder);
  if (pin === undefined) return [{ path, how: `it is frozen and has no pin in versions.json: ${actual}` }];
  return pin === actual ? [] : [{ path, how: `its bytes are not those that were pinned: ${actual}` }];
}

/** A link or a device has no place in a version; what it is called then is no digest, and so no pin. */
function pinOrProblem(folder: string): string {
  try {
    return pinOf(folder);
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

function listsThatAreGone(root: string, held: readonly FrozenFolder[]): Violation[] {
  return held.flatMap(({ folder }) => {
    const path = join(dirname(folder), 'versions.json');
    return isThere(join(root, path)) ? [] : [{ path, how: `it is gone, and ${folder} is frozen` }];
  });
}

/** Against the base, and against the commits that froze each version. */
function changesByGit(
  git: Git,
  root: string,
  held: readonly FrozenFolder[],
  versions: readonly Version[],
): Violation[] {
  const listed = new Set(versions.map(({ contract, name }) => `${contractsFolder}/${contract}/${name}`));
  return held.flatMap(({ folder, commits }) => [
    ...(listed.has(folder)
      ? []
      : [{ path: folder, how: 'it is frozen, and versions.json does not name it any more' }]),
    ...[...commits].flatMap((commit) => changesSince(git, root, commit, folder)),
  ]);
}

function unique(violations: readonly Violation[]): Violation[] {
  return [...new Map(violations.map((one) => [`${one.path}\0${one.how}`, one])).values()];
}

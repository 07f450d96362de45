// The bump guard: nothing of a frozen version is changed, deleted, added, renamed or retyped; a new behaviour is a new version.

import { join, relative } from 'node:path';
import { Failure } from '../../../ctx/src/kit/failures.js';
import { isThere } from '../../../ctx/src/kit/files.js';
import { runGitSync } from '../../../ctx/src/kit/git.js';
import { missingForBump, type Violation } from './bump.js';
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
  const versions = versionsOf(root);
  const frozen = versions.filter((version) => version.frozen);
  const git = repositoryOf(root);
  // Git names the files, so that comes first.
  const violations = [
    ...(git === undefined ? [] : changesByGit(git, versions, base)),
    ...frozen.flatMap((version) => pinProblems(root, version)),
  ];
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

type Git = (...words: readonly string[]) => string;

/** Nothing where there is no git, or where the folder is in no repository. */
function repositoryOf(root: string): Git | undefined {
  const git: Git = (...words) => {
    const { status, stdout, complaint } = runGitSync(root, words);
    if (status !== 0) throw new Error(`git ${words[0]}: ${complaint}`);
    return stdout.toString('utf8');
  };
  try {
    git('rev-parse', '--verify', 'HEAD');
    return git;
  } catch {
    return undefined;
  }
}

/** Against the base, and against the commit that froze each version: so a change that is on the branch already counts, too. */
function changesByGit(git: Git, versions: readonly Version[], base: string | undefined): Violation[] {
  const references = new Map<string, Set<string>>();
  const add = (folder: string, commit: string) =>
    references.set(folder, (references.get(folder) ?? new Set()).add(commit));
  if (base !== undefined) for (const folder of frozenFoldersAt(git, base)) add(folder, base);
  for (const folder of frozenFoldersEver(git)) {
    const commit = frozenBy(git, folder);
    if (commit !== undefined) add(folder, commit);
  }
  const listed = new Set(versions.map(({ contract, name }) => `${contractsFolder}/${contract}/${name}`));
  return [...references].flatMap(([folder, commits]) => [
    ...(listed.has(folder)
      ? []
      : [{ path: folder, how: 'it is frozen, and versions.json does not name it any more' }]),
    ...[...commits].flatMap((commit) => changesSince(git, commit, folder)),
  ]);
}

const frozenFolder = /^(contracts\/[^/]+\/v[1-9][0-9]*)\//;

function frozenFoldersAt(git: Git, commit: string): ReadonlySet<string> {
  return foldersOf(git('ls-tree', '-r', '-z', '--name-only', commit, '--', contractsFolder).split('\0'));
}

function frozenFoldersEver(git: Git): ReadonlySet<string> {
  const words = ['log', '-z', '--format=', '--name-only', '--no-renames', '--diff-filter=A', 'HEAD'];
  return foldersOf(git(...words, '--', contractsFolder).split('\0'));
}

function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => frozenFolder.exec(path.trim())?.[1] ?? []));
}

/** The first commit that has the folder. */
function frozenBy(git: Git, folder: string): string | undefined {
  const words = ['log', '--format=%H', '--reverse', '--no-renames', '--diff-filter=A', 'HEAD'];
  return git(...words, '--', folder)
    .split('\n')
    .find((line) => line !== '');
}

const ways: Readonly<Record<string, string>> = {
  A: 'it was added',
  D: 'it was deleted',
  M: 'it was changed',
  T: 'it became another type of file',
};

/** In the working tree, committed or not. */
function changesSince(git: Git, commit: string, folder: string): Violation[] {
  const fields = git('diff', '--name-status', '-z', '--find-renames', commit).split('\0');
  const violations: Violation[] = [];
  const isInside = (path: string) => path.startsWith(`${folder}/`);
  for (let i = 0; i + 1 < fields.length; ) {
    const status = fields[i]?.[0] ?? '';
    const path = fields[i + 1] ?? '';
    const isMove = status === 'R' || status === 'C';
    const target = isMove ? (fields[i + 2] ?? '') : '';
    i += isMove ? 3 : 2;
    if (status === 'R' && isInside(path)) violations.push({ path, how: `it was renamed to ${target}` });
    else if (isMove && isInside(target)) violations.push({ path: target, how: 'it was added' });
    else if (!isMove && isInside(path)) violations.push({ path, how: ways[status] ?? `git says ${status}` });
  }
  const untracked = git('ls-files', '-z', '--others', '--', folder)
    .split('\0')
    .filter((path) => path !== '');
  return [...violations, ...untracked.map((path) => ({ path: join(path), how: 'it was added' }))];
}

function unique(violations: readonly Violation[]): Violation[] {
  return [...new Map(violations.map((one) => [`${one.path}\0${one.how}`, one])).values()];
}

// What git says of frozen versions: which there ever were, the commits that froze them, and what differs from those now.

import { hash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '../../../ctx/src/kit/files.js';
import { runGitSync } from '../../../ctx/src/kit/git.js';
import type { Violation } from './bump.js';
import { contractsFolder } from './versions.js';

export type Git = (...words: readonly string[]) => string;

/** A folder, and the commits that it has to be the same as. */
export interface FrozenFolder {
  readonly folder: string;
  readonly commits: ReadonlySet<string>;
  /** The history ends before the folder was frozen. */
  readonly isCutOff: boolean;
}

/** Nothing where there is no git, or where the folder is in no repository. */
export function repositoryOf(root: string): Git | undefined {
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

/** Those of the base, and those that the history ever had: so a change that is on the branch already counts, too. */
export function frozenFolders(git: Git, base: string | undefined): readonly FrozenFolder[] {
  const ofBase = base === undefined ? new Set<string>() : frozenAt(git, base);
  const isShallow = git('rev-parse', '--is-shallow-repository').trim() === 'true';
  return [...new Set([...ofBase, ...frozenEver(git)])].map((folder) => {
    const froze = frozenBy(git, folder);
    const commits = new Set(froze.map(({ commit }) => commit));
    if (base !== undefined && ofBase.has(folder)) commits.add(base);
    return { folder, commits, isCutOff: isShallow && froze.some(({ parents }) => parents.length === 0) };
  });
}

const frozenFolder = /^(contracts\/[^/]+\/v[1-9][0-9]*)\//;

function frozenAt(git: Git, commit: string): ReadonlySet<string> {
  return foldersOf(git('ls-tree', '-r', '-z', '--name-only', commit, '--', contractsFolder).split('\0'));
}

/** Merges that leave a side out, and those that bring something of their own, hide nothing from these. */
const additions = ['-m', '--full-history', '--no-renames', '--diff-filter=A'];

function frozenEver(git: Git): ReadonlySet<string> {
  const words = ['log', '-z', '--format=', '--name-only', ...additions, 'HEAD'];
  return foldersOf(git(...words, '--', contractsFolder).split('\0'));
}

function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => frozenFolder.exec(path.trim())?.[1] ?? []));
}

interface Commit {
  readonly commit: string;
  readonly parents: readonly string[];
}

/** What was released, and what others call the main branch, may know of a commit that this branch's history leaves out. */
const knownElsewhere = ['--tags', '--glob=refs/remotes/*/HEAD'];

/** The commits that have the folder and no parent with it, but for those that come after another one of them. */
function frozenBy(git: Git, folder: string): readonly Commit[] {
  const words = ['log', '--format=%H %P', ...additions, 'HEAD', ...knownElsewhere];
  const lines = new Set(git(...words, '--', folder).split('\n'));
  const first = [...lines]
    .filter((line) => line !== '')
    .map((line) => {
      const [commit = '', ...parents] = line.split(' ').filter((word) => word !== '');
      return { commit, parents };
    })
    .filter(({ parents }) => !parents.some((parent) => git('ls-tree', parent, '--', folder) !== ''));
  const isBefore = (one: Commit, other: Commit) =>
    one !== other && git('rev-list', '--count', '-n', '1', one.commit, `^${other.commit}`).trim() === '0';
  return first.filter((commit) => !first.some((other) => isBefore(other, commit)));
}

const ways: Readonly<Record<string, string>> = {
  A: 'it was added',
  D: 'it was deleted',
  M: 'it was changed',
  T: 'it became another type of file',
};

/** In the working tree, in the index and in the last commit. */
export function changesSince(git: Git, root: string, commit: string, folder: string): Violation[] {
  const untracked = git('ls-files', '-z', '--others', '--', folder)
    .split('\0')
    .filter((path) => path !== '');
  return [
    ...differences(git, folder, commit),
    ...differences(git, folder, '--cached', commit),
    ...differences(git, folder, commit, 'HEAD'),
    ...untracked.map((path) => ({ path: join(path), how: 'it was added' })),
    ...otherBytes(git, root, commit, folder),
  ];
}

function differences(git: Git, folder: string, ...compared: readonly string[]): Violation[] {
  const fields = git('diff', '--name-status', '-z', '--find-renames', ...compared).split('\0');
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
  return violations;
}

const entry = /^\d+ blob ([0-9a-f]+)\t(.+)$/s;

/** What attributes (line feeds, encodings) and flags of the index keep git from seeing. */
function otherBytes(git: Git, root: string, commit: string, folder: string): Violation[] {
  return git('ls-tree', '-r', '-z', commit, '--', folder)
    .split('\0')
    .flatMap((line) => {
      const [, object = '', path = ''] = entry.exec(line) ?? [];
      const file = join(root, path);
      if (path === '' || !isThere(file) || !lstatSync(file).isFile()) return [];
      return blobName(readFileSync(file), object.length) === object ? [] : [{ path, how: 'it was changed' }];
    });
}

function blobName(bytes: Buffer, digits: number): string {
  const blob = Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]);
  return hash(digits === 40 ? 'sha1' : 'sha256', blob);
}

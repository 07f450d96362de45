// The files of a repository: what git tracks and what it does not ignore, else what a walk finds.

import { closeSync, readSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { NotPlain, openPlainFile } from '../disk/plain-file.js';
import { readFailure } from '../disk/system-errors.js';
import { readGitIndex } from '../git/git-index.js';
import { repositoryTop } from '../git/repository.js';
import { runGitSync } from '../git/run-git.js';
import { Failure, isSystemError } from '../protocol/failure.js';
import type { UnreadFile } from './unread-file.js';
import { walk } from './walk.js';

export interface FileList {
  /** Relative paths with forward slashes, in no order that anything may rely on. */
  readonly paths: readonly string[];
  readonly source: 'git' | 'walk';
  readonly notes: readonly UnreadFile[];
}

/** Up to so many tracked files, reading the index and walking costs less than starting git. */
const fewFiles = 3000;
const mostFiles = 2_000_000;

export function listFiles(root: string, home: string | undefined): FileList {
  const repository = repositoryAround(root);
  const rules = { root, home, gitFolder: repository?.metadata, top: repository?.top ?? root };
  const byWalk = (...notes: UnreadFile[]) => walked(walk(rules, mostFiles), mostFiles, notes);
  if (repository === undefined) return byWalk();
  try {
    const tracked = countIndexed(repository.metadata);
    // Git would wait for a pipe in the place of its index.
    if (tracked === undefined) return byWalk();
    const few = tracked <= fewFiles ? withoutGit(rules, repository) : undefined;
    return few ?? fromGit(root) ?? byWalk();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return byWalk({ file: '.git/index', problem: `cannot be read (${error.code}): git’s list was not used` });
  }
}

interface Repository {
  /** The working tree's top folder. */
  readonly top: string;
  /** Where the index is: a worktree or a submodule has a file in place of the folder, and git itself reads those. */
  readonly metadata: string;
}

function repositoryAround(root: string): Repository | undefined {
  const top = repositoryTop(root);
  return top === undefined ? undefined : { top, metadata: join(top, '.git') };
}

/** How many entries the index says it has: bytes 8 to 11 of its head. Nothing where it is no plain file. */
function countIndexed(metadata: string): number | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openPlainFile(join(metadata, 'index'));
    const head = Buffer.alloc(12);
    readSync(descriptor, head, 0, 12, 0);
    return head.toString('latin1', 0, 4) === 'DIRC' ? head.readUInt32BE(8) : Number.POSITIVE_INFINITY;
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    // A worktree's file in the place of the folder, or no commit yet.
    if (isSystemError(error, 'ENOTDIR')) return Number.POSITIVE_INFINITY;
    if (isSystemError(error, 'ENOENT')) return 0;
    throw readFailure(error, join(metadata, 'index'));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** What a walk finds, and what is tracked although it is ignored. Nothing when there turns out to be too much. */
function withoutGit(rules: Parameters<typeof walk>[0], repository: Repository): FileList | undefined {
  const tracked = readGitIndex(join(repository.metadata, 'index'));
  if (tracked === undefined) return undefined;
  const found = walk(rules, fewFiles * 3);
  if (found.limited) return undefined;
  const below = relative(repository.top, rules.root).split(sep).join('/');
  const prefix = below === '' ? '' : `${below}/`;
  const paths = new Set(found.paths);
  for (const path of tracked) if (path.startsWith(prefix)) paths.add(path.slice(prefix.length));
  return { paths: [...paths], source: 'git', notes: found.notes };
}

/** Git's own word. */
function fromGit(root: string): FileList | undefined {
  const words = ['ls-files', '-co', '--exclude-standard', '-z'];
  const { status, stdout } = runGitSync(root, words, { most: 1 << 30, timeoutMs: 120_000 });
  if (status !== 0) return undefined;
  const paths = stdout.toString('utf8').split('\0');
  paths.pop();
  return { paths, source: 'git', notes: [] };
}

function walked(found: ReturnType<typeof walk>, limit: number, before: readonly UnreadFile[]): FileList {
  const notes = [...before, ...found.notes];
  if (found.limited)
    notes.push({ file: '.', problem: `more than ${limit} files; the rest was not looked at` });
  return { paths: found.paths, source: 'walk', notes };
}

// What a repository has checked out: the commit, the branch, and what would keep somebody from taking it along.

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { skippedIn } from './bundle.js';
import { runGit } from './run-git.js';

export interface CheckedOut {
  readonly commit: string;
  /** Nothing where no branch is checked out. */
  readonly branch?: string;
  /** Its history is not all here. */
  readonly isShallow: boolean;
  /** Paths that the index does not expect in the work tree. */
  readonly skipped: readonly string[];
  /** Paths with versions that nobody has merged yet. */
  readonly unmerged: readonly string[];
}

/** Only a repository whose top is this folder, and not one around it or a worktree of another. */
export function isRepositoryTop(folder: string): boolean {
  return lstatSync(join(folder, '.git'), { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Nothing where nothing was committed yet; a complaint where git cannot say. */
export async function checkedOut(top: string): Promise<CheckedOut | string | undefined> {
  const head = await runGit(top, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (head.status !== 0) {
    // Git says nothing where there is no commit; a repository that cannot be read complains about this, too.
    const folder = await runGit(top, ['rev-parse', '--git-dir']);
    return head.status === 1 && folder.status === 0 ? undefined : folder.complaint || head.complaint;
  }
  const [branch, shallow, unmerged, skipped] = await Promise.all([
    runGit(top, ['symbolic-ref', '--quiet', 'HEAD']),
    runGit(top, ['rev-parse', '--is-shallow-repository']),
    runGit(top, ['ls-files', '--unmerged', '-z']),
    skippedIn(top),
  ]);
  const name = textOf(branch.stdout);
  return {
    commit: textOf(head.stdout),
    ...(name.startsWith('refs/heads/') && { branch: name.slice('refs/heads/'.length) }),
    isShallow: textOf(shallow.stdout) === 'true',
    skipped,
    unmerged: [...new Set(fieldsOf(unmerged.stdout).map((line) => line.slice(line.indexOf('\t') + 1)))],
  };
}

/** What `git status` names: changed, staged, or not tracked and not ignored. Nothing where git cannot say. */
export async function statusOf(top: string): Promise<readonly string[] | undefined> {
  const { status, stdout } = await runGit(top, [
    'status',
    '--porcelain',
    '-z',
    '--untracked-files=all',
    '--no-renames',
  ]);
  return status === 0 ? fieldsOf(stdout).map((line) => line.slice(3)) : undefined;
}

/** Files and folders that git's own rules leave out; a folder as one. */
export async function ignoredIn(top: string): Promise<readonly string[]> {
  const words = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  return fieldsOf((await runGit(top, words)).stdout);
}

export async function untrackedIn(top: string): Promise<readonly string[] | undefined> {
  const { status, stdout } = await runGit(top, ['ls-files', '--others', '--exclude-standard', '-z']);
  return status === 0 ? fieldsOf(stdout) : undefined;
}

/** Whether a branch or a commit here is part of the history of another commit. */
export async function isAncestor(top: string, earlier: string, later: string): Promise<boolean> {
  return (await runGit(top, ['merge-base', '--is-ancestor', earlier, later])).status === 0;
}

/** Where a branch points to; nothing where there is none. */
export async function branchTip(top: string, branch: string): Promise<string | undefined> {
  const { status, stdout } = await runGit(top, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  return status === 0 ? textOf(stdout) : undefined;
}

function textOf(stdout: Buffer): string {
  return stdout.toString('utf8').trim();
}

function fieldsOf(stdout: Buffer): string[] {
  return stdout.toString('utf8').split('\0').filter(Boolean);
}

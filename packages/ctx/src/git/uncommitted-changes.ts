// What in a work tree is not committed, as git tells it.

import { runGit } from './run-git.js';

/** What git says of a project. */
export interface UncommittedChanges {
  readonly branch: string | undefined;
  readonly diff: string;
  /** Names of files that git does not know yet. */
  readonly untracked: string;
}

/** No more is read of either. */
export const mostChangeBytes = 1 << 16;
const patienceMs = 2000;

/** Git processes side by side. Outside of git, or where git fails, there are no changes. */
export async function uncommittedChanges(
  root: string,
  branch: string | undefined,
): Promise<UncommittedChanges> {
  if (branch === undefined) return { branch, diff: '', untracked: '' };
  const [diff, untracked] = await Promise.all([
    git(root, ['diff', 'HEAD', '--unified=0']),
    git(root, ['ls-files', '--others', '--exclude-standard']),
  ]);
  return { branch, diff, untracked };
}

/** What there is of it, also where there was too much. */
async function git(root: string, words: readonly string[]): Promise<string> {
  const { stdout } = await runGit(root, words, { timeoutMs: patienceMs, most: mostChangeBytes });
  return stdout.toString('utf8');
}

// The commit that is checked out, read from git's own files: a hook has no time for a process for one word.

import { join, resolve } from 'node:path';
import { ownText } from './own-file.js';
import { gitFolder } from './repository.js';

/** The list of packed branches is the longest of them. */
const largestFile = 1 << 26;

/** The commit's full name, or nothing where there is none or git keeps it in another way. */
export function headCommit(root: string): string | undefined {
  const folder = gitFolder(root);
  if (folder === undefined) return undefined;
  const head = textOf(join(folder, 'HEAD'))?.trim();
  if (!head?.startsWith('ref: refs/')) return commitIn(head);
  const ref = head.slice('ref: '.length);
  const shared = sharedFolder(folder);
  return commitIn(textOf(join(folder, ref))) ?? commitIn(textOf(join(shared, ref))) ?? packed(shared, ref);
}

/** Seven letters are the least that git shortens a name to. Read by hand: an expression takes longer to make. */
export function isCommitName(text: string): boolean {
  return (
    text.length >= 7 && text.length <= 64 && [...text].every((letter) => '0123456789abcdef'.includes(letter))
  );
}

/** Where git keeps what all worktrees of the repository share. */
export function sharedGitFolder(root: string): string | undefined {
  const folder = gitFolder(root);
  return folder === undefined ? undefined : sharedFolder(folder);
}

/** A worktree keeps its branches with those of the repository that it belongs to. */
function sharedFolder(folder: string): string {
  const named = textOf(join(folder, 'commondir'))?.trim();
  return named === undefined ? folder : resolve(folder, named);
}

function packed(folder: string, ref: string): string | undefined {
  const lines = textOf(join(folder, 'packed-refs'))?.split('\n') ?? [];
  return commitIn(lines.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0]);
}

function commitIn(text: string | undefined): string | undefined {
  const name = text?.trim() ?? '';
  return isCommitName(name) && (name.length === 40 || name.length === 64) ? name : undefined;
}

function textOf(path: string): string | undefined {
  return ownText(path, largestFile);
}

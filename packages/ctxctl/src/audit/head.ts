// The commit that is checked out, read from git's own files: a hook has no time for a process for one word.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gitFolder } from '../../../ctx/src/memory/branch.js';

/** The commit's full name, or nothing where there is none or git keeps it in another way. */
export function headCommit(root: string): string | undefined {
  const folder = gitFolder(root);
  if (folder === undefined) return undefined;
  const head = textOf(join(folder, 'HEAD'))?.trim();
  const ref = /^ref: (refs\/.+)$/.exec(head ?? '')?.[1];
  if (ref === undefined) return commitIn(head);
  const shared = sharedFolder(folder);
  return commitIn(textOf(join(folder, ref))) ?? commitIn(textOf(join(shared, ref))) ?? packed(shared, ref);
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
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.exec(text?.trim() ?? '')?.[1];
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

// What git keeps of a file that it could not merge: the version before both branches, ours, and theirs.

import { fail } from '../protocol/codes.js';
import { runGitSync } from './run-git.js';

/** A branch that has no such file has no version of it. */
export interface UnmergedVersions {
  readonly base: Buffer | undefined;
  readonly ours: Buffer | undefined;
  readonly theirs: Buffer | undefined;
}

/** Nothing where git has nothing left to merge in it, or there is no repository. `path` is relative to the folder. */
export function unmergedVersions(folder: string, path: string): UnmergedVersions | undefined {
  const { status, stdout } = runGitSync(folder, ['ls-files', '--unmerged', '-z', '--', path]);
  const lines = status === 0 ? stdout.toString('utf8').split('\0') : [];
  const objects = new Map<string, string>();
  for (const line of lines) {
    const [, object, stage] = /^\d+ ([0-9a-f]{40,64}) ([123])\t/.exec(line) ?? [];
    if (object !== undefined && stage !== undefined) objects.set(stage, object);
  }
  if (objects.size === 0) return undefined;
  const version = (stage: string) => contentOf(folder, path, objects.get(stage));
  return { base: version('1'), ours: version('2'), theirs: version('3') };
}

/** A version that git names and cannot give is no absent one: who merged without it would lose what is in it. */
function contentOf(folder: string, path: string, object: string | undefined): Buffer | undefined {
  if (object === undefined) return undefined;
  const { status, stdout, complaint } = runGitSync(folder, ['cat-file', 'blob', object]);
  if (status === 0) return stdout;
  const reason = `git cannot give the version ${object.slice(0, 12)} of it: ${complaint}`;
  throw fail('file_unreadable', { operation: 'read', target: path, reason });
}

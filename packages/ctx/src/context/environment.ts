// Where the model works, on what, and when: a few facts that it would otherwise spend calls on.

import { mostChangeBytes, type UncommittedChanges } from '../git/uncommitted-changes.js';
import { withoutHostTags } from '../protocol/foreign-text.js';
import type { Clock } from '../time/clock.js';

export interface EnvironmentFacts {
  readonly workspace: string;
  readonly root: string;
  readonly clock: Clock;
  readonly changes: UncommittedChanges;
  /** What is not known is not told as none. */
  readonly isGitUnread: boolean;
}

/** In deterministic mode only what is the same on every machine. */
export function environmentText({ workspace, root, clock, changes, isGitUnread }: EnvironmentFacts): string {
  const date = new Date(clock.now()).toISOString().slice(0, 10);
  const here = [
    `- Working folder: ${plain(workspace)}`,
    ...(workspace === root ? [] : [`- Project folder: ${plain(root)}`]),
    `- Platform: ${process.platform} ${process.arch}`,
    `- Git: ${isGitUnread ? 'could not be read' : gitWords(changes)}`,
  ];
  return ['# Environment', '', ...(clock.deterministic ? [] : here), `- Date: ${date}`].join('\n');
}

function gitWords({ branch, diff, untracked }: UncommittedChanges): string {
  if (branch === undefined) return 'not a repository';
  const changed = counted(diff.match(/^diff --git /gm)?.length ?? 0, diff, 'changed file');
  const unknown = counted(untracked.split('\n').length - 1, untracked, 'untracked file');
  const state = [changed, unknown].filter((words) => words !== undefined).join(', ');
  return `branch ${plain(branch)}, ${state === '' ? 'clean' : state}`;
}

/** Of a listing that was cut off nobody knows the rest. */
function counted(count: number, from: string, one: string): string | undefined {
  if (count === 0) return undefined;
  const isCut = Buffer.byteLength(from) >= mostChangeBytes;
  return `${isCut ? 'more than ' : ''}${count} ${one}${count === 1 && !isCut ? '' : 's'}`;
}

/** Names of folders and branches are a stranger's words, too: one line, and no tag of a host. */
function plain(name: string): string {
  return withoutHostTags(name).replace(/\n/g, ' ');
}

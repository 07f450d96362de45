// What is being worked on right now, as weighted words, most telling first: the branch, the changed files and lines,
// the open tasks.

import { currentBranch } from '../../git/branch.js';
import { runGit } from '../../git/run-git.js';
import { wordsIn } from './key-words.js';

export interface WorkWord {
  readonly word: string;
  readonly weight: number;
  /** Whether only the tasks themselves say so. */
  readonly ofTasks: boolean;
}

const weights = { branch: 3, file: 2, line: 1, task: 1 } as const;
const mostWords = 32;
const mostDiffBytes = 1 << 16;
const patienceMs = 2000;

/** What git says of a project. */
export interface Changes {
  readonly branch: string | undefined;
  readonly diff: string;
  /** Names of files that git does not know yet. */
  readonly untracked: string;
}

/** Two git processes side by side. Outside of git, or where git fails, there are no changes. */
export async function uncommittedChanges(root: string): Promise<Changes> {
  const branch = currentBranch(root);
  if (branch === undefined) return { branch, diff: '', untracked: '' };
  const [diff, untracked] = await Promise.all([
    git(root, ['diff', 'HEAD', '--unified=0']),
    git(root, ['ls-files', '--others', '--exclude-standard']),
  ]);
  return { branch, diff, untracked };
}

export function workAtHand({ branch, diff, untracked }: Changes, openTasks: readonly string[]): WorkWord[] {
  const found = new Map<string, { weight: number; times: number; ofTasks: boolean }>();
  const weigh = (text: string, weight: number, ofTasks = false) => {
    for (const word of wordsIn(text)) {
      const known = found.get(word);
      if (known === undefined) found.set(word, { weight, times: 1, ofTasks });
      else known.times += 1;
    }
  };
  weigh(branch ?? '', weights.branch);
  const lines = diff.split('\n');
  const isName = (line: string) => line.startsWith('+++ ') || line.startsWith('--- ');
  for (const line of lines) if (isName(line)) weigh(line.slice(6), weights.file);
  weigh(untracked, weights.file);
  for (const line of lines) if (/^[+-]/.test(line) && !isName(line)) weigh(line, weights.line);
  for (const task of openTasks) weigh(task, weights.task, true);
  const words = Array.from(found, ([word, { weight, times, ofTasks }]) => ({ word, weight, times, ofTasks }));
  words.sort((a, b) => b.weight - a.weight || b.times - a.times || (a.word < b.word ? -1 : 1));
  return words.slice(0, mostWords).map(({ word, weight, ofTasks }) => ({ word, weight, ofTasks }));
}

/** What there is of it, also where there was too much. */
async function git(root: string, words: readonly string[]): Promise<string> {
  const { stdout } = await runGit(root, words, { timeoutMs: patienceMs, most: mostDiffBytes });
  return stdout.toString('utf8');
}

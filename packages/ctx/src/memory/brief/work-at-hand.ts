// What is being worked on right now, as weighted words, most telling first: the branch, the changed files and lines,
// the open tasks.

import type { UncommittedChanges } from '../../git/uncommitted-changes.js';
import { wordsIn } from './key-words.js';

export interface WorkWord {
  readonly word: string;
  readonly weight: number;
  /** Whether only the tasks themselves say so. */
  readonly ofTasks: boolean;
}

const weights = { branch: 3, file: 2, line: 1, task: 1 } as const;
const mostWords = 32;

export function workAtHand(
  { branch, diff, untracked }: UncommittedChanges,
  openTasks: readonly string[],
): WorkWord[] {
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

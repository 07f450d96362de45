// Whether a report still speaks of what is checked out: not older than thirty days, and HEAD inside its range.

import { headCommit, isCommitName, runGitSync } from '../../../ctx/src/kit/git.js';
import type { Report } from './report.js';

export interface Freshness {
  readonly ageDays: number;
  readonly old: boolean;
  /** Whether HEAD is one of the commits of the report's range; `unknown` where git cannot say. */
  readonly head: 'inside' | 'left' | 'unknown';
}

const staleAfterDays = 30;

export function isStale({ old, head }: Freshness): boolean {
  return old || head === 'left';
}

/** One answer for each report, in order. A process of git is started only if HEAD is not simply a range's end. */
export function freshnessOf(
  root: string,
  reports: readonly Report[],
  now: number,
  ask = descendants,
): readonly Freshness[] {
  const head = headCommit(root);
  const ranges = reports.map(({ commitRange }) => endsOf(commitRange));
  const open = ranges.flatMap((ends) => (ends === undefined || isAt(head, ends.to) ? [] : [ends]));
  const above = head === undefined || open.length === 0 ? new Set<string>() : ask(root, head, open);
  return reports.map(({ generatedAt }, i) => {
    const ageDays = Math.floor((now - Date.parse(generatedAt)) / 86_400_000);
    const old = now - Date.parse(generatedAt) > staleAfterDays * 86_400_000;
    return { ageDays, old, head: placeOf(head, ranges[i], above) };
  });
}

export interface Ends {
  readonly from: string;
  readonly to: string;
}

/** Commits by their names only: what a branch points at changes, and a flag is no commit. */
function endsOf(range: string): Ends | undefined {
  const [from = '', to = '', ...more] = range.split('..');
  return more.length === 0 && isCommitName(from) && isCommitName(to) ? { from, to } : undefined;
}

/** `above` is nothing where git did not answer. */
function placeOf(
  head: string | undefined,
  ends: Ends | undefined,
  above: ReadonlySet<string> | undefined,
): Freshness['head'] {
  if (head === undefined || ends === undefined) return 'unknown';
  if (isAt(head, ends.to)) return 'inside';
  if (above === undefined) return 'unknown';
  const holds = (commit: string) => isAt(head, commit) || [...above].some((each) => isAt(each, commit));
  return holds(ends.to) && !holds(ends.from) ? 'inside' : 'left';
}

function isAt(commit: string | undefined, name: string): boolean {
  return commit?.startsWith(name) === true;
}

/** Those of the ranges' ends that have HEAD among their ancestors, by one call for all of them. */
export function descendants(
  root: string,
  head: string,
  open: readonly Ends[],
): ReadonlySet<string> | undefined {
  const ends = new Set(open.flatMap(({ from, to }) => [from, to]));
  const words = ['rev-list', '--ignore-missing', '--ancestry-path', `^${head}`, ...ends];
  const { status, stdout } = runGitSync(root, words, { timeoutMs: 5000 });
  const commits = stdout.toString('utf8').split('\n');
  return status === 0 ? new Set(commits.filter((line) => line !== '')) : undefined;
}

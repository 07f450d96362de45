// What is to be thought of a claim, given what was done before it.

import type { End } from './commands-run.js';
import type { ClaimKind, Saying } from './sayings.js';

/**
 * `held`: such a command ran after the last change, and succeeded. `contradicted`: the last one failed. `outdated`: files were
 * changed since it succeeded. `not_run`: the log shows no such command, and nothing that could have run one. `unclear`: the log does not
 * show whether it is so.
 */
export const claimVerdicts = ['held', 'contradicted', 'outdated', 'not_run', 'unclear'] as const;

export interface Verdict {
  readonly verdict: (typeof claimVerdicts)[number];
  /** Records that it was held against: the command, its result, the change since. */
  readonly records: readonly number[];
  readonly exit_code?: number;
}

interface Call {
  readonly requested: number;
  readonly returned: number;
}

interface Ran extends Call {
  readonly end: End;
  readonly exit_code: number | undefined;
}

export interface Deeds {
  /** The last command of each kind. */
  readonly ran: Map<ClaimKind, Ran>;
  /** The last call that may have run anything: a script, a container, a subagent, a server's tool. */
  hidden: Call | undefined;
  /** The last call that changed a file. */
  changed: number | undefined;
}

export function newDeeds(): Deeds {
  return { ran: new Map(), hidden: undefined, changed: undefined };
}

export function judged(deeds: Deeds, kind: ClaimKind, says: Saying['says']): Verdict {
  const { hidden } = deeds;
  const verdict = byCommand(deeds, kind, says);
  if (hidden === undefined || !isDoubtful(verdict)) return verdict;
  const [command = -1, , change = command] = verdict.records;
  // Something may have run it since.
  if (hidden.requested <= change) return verdict;
  return { verdict: 'unclear', records: [hidden.requested, hidden.returned] };
}

function byCommand({ ran, changed }: Deeds, kind: ClaimKind, says: Saying['says']): Verdict {
  const last = ran.get(kind);
  if (last === undefined) return { verdict: 'not_run', records: [] };
  const { requested, returned, end, exit_code } = last;
  const records = [requested, returned];
  const code = exit_code === undefined ? {} : { exit_code };
  if (says === 'ran') return { verdict: 'held', records, ...code };
  if (end === 'bad') return { verdict: 'contradicted', records, ...code };
  if (end === 'unknown') return { verdict: 'unclear', records, ...code };
  const isOlder = changed !== undefined && changed > requested;
  // What is committed stays committed; everything else is true of the files as they were.
  if (isOlder && kind !== 'commit' && kind !== 'push')
    return { verdict: 'outdated', records: [...records, changed], ...code };
  return { verdict: 'held', records, ...code };
}

/** Whether a claim is one that somebody should look at. */
export function isDoubtful({ verdict }: Pick<Verdict, 'verdict'>): boolean {
  return verdict === 'contradicted' || verdict === 'outdated' || verdict === 'not_run';
}

/** A claim as a sentence for people. */
export function claimWords({
  kind,
  verdict,
  exit_code,
  records,
}: Verdict & { readonly kind: ClaimKind }): string {
  const at = `record ${records[0] ?? ''}`;
  switch (verdict) {
    case 'held':
      return `borne out by ${at}`;
    case 'contradicted':
      return `the last such command failed${exit_code === undefined ? '' : ` with exit code ${exit_code}`} (${at})`;
    case 'outdated':
      return `files were changed after it ran (${at}, changed in record ${records[2] ?? ''})`;
    case 'not_run':
      return `the log shows no ${names[kind]}`;
    case 'unclear':
      return `the log does not show whether it is so${records.length === 0 ? '' : ` (${at})`}`;
  }
}

const names: { readonly [K in ClaimKind]: string } = {
  tests: 'test command',
  build: 'build command',
  types: 'type check',
  lint: 'lint command',
  commit: 'git commit',
  push: 'git push',
};

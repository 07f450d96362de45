// What is to be thought of a claim, given what was done before it.

import type { End } from './commands-run.js';
import type { ClaimKind, Saying } from './sayings.js';

/**
 * `held`: such a command ran after the last change, and succeeded. `contradicted`: the last one failed. `outdated`: files were
 * changed since it succeeded. `not_run`: the log shows no such command, and nothing that could have run one. `unclear`: the log does not
 * show whether it is so.
 */
export const claimVerdicts = ['held', 'contradicted', 'outdated', 'not_run', 'unclear'] as const;

export interface ClaimVerdict {
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
  /** Whether one of its kind ended well before. */
  readonly hadGood: boolean;
  readonly exit_code: number | undefined;
}

export interface Deeds {
  /** The last command of each kind. */
  readonly ran: Map<ClaimKind, Ran>;
  /** The last call that may have run such a command unseen: a script, a container, a subagent, a server's tool; or the person did. */
  readonly hidden: Map<ClaimKind, Call>;
  /** The last call that may have run more than it is for. */
  more: Call | undefined;
  /** The last look at what git has. */
  looked: Call | undefined;
  /** The last call that changed a file, and the last that changed text for people. */
  changed: number | undefined;
  noted: number | undefined;
}

export function newDeeds(): Deeds {
  return {
    ran: new Map(),
    hidden: new Map(),
    more: undefined,
    looked: undefined,
    changed: undefined,
    noted: undefined,
  };
}

export function judged(deeds: Deeds, kind: ClaimKind, says: Saying['says']): ClaimVerdict {
  const verdict = byCommand(deeds, kind, says);
  if (!isDoubtful(verdict)) return verdict;
  const [command = -1, , change = command] = verdict.records;
  const hiding = [
    deeds.hidden.get(kind),
    ...(verdict.verdict === 'not_run' ? mayBeSo(deeds, kind, says) : []),
  ];
  // Something may have run it since.
  const since = hiding.find((call) => call !== undefined && call.requested > change);
  return since === undefined ? verdict : { verdict: 'unclear', records: [since.requested, since.returned] };
}

/** What speaks for a claim that no command of its own bears out. */
function mayBeSo({ more, looked }: Deeds, kind: ClaimKind, says: Saying['says']): (Call | undefined)[] {
  if (kind !== 'commit' && kind !== 'push') return [more];
  return says === 'stands' ? [looked] : [];
}

function byCommand({ ran, changed, noted }: Deeds, kind: ClaimKind, says: Saying['says']): ClaimVerdict {
  const last = ran.get(kind);
  if (last === undefined) return { verdict: 'not_run', records: [] };
  const { requested, returned, end, exit_code } = last;
  const records = [requested, returned];
  const code = exit_code === undefined ? {} : { exit_code };
  if (says === 'ran') return { verdict: 'held', records, ...code };
  const isKept = kind === 'commit' || kind === 'push';
  if (end === 'bad' && !(isKept && last.hadGood)) return { verdict: 'contradicted', records, ...code };
  if (end !== 'good') return { verdict: 'unclear', records, ...code };
  // What is committed stays committed; everything else is true of the files as they were.
  if (isKept) return { verdict: 'held', records, ...code };
  if (changed !== undefined && changed > requested)
    return { verdict: 'outdated', records: [...records, changed], ...code };
  return { verdict: noted !== undefined && noted > requested ? 'unclear' : 'held', records, ...code };
}

/** Whether a claim is one that somebody should look at. */
export function isDoubtful({ verdict }: Pick<ClaimVerdict, 'verdict'>): boolean {
  return verdict === 'contradicted' || verdict === 'outdated' || verdict === 'not_run';
}

/** A claim as a sentence for people. */
export function claimWords({
  kind,
  verdict,
  exit_code,
  records,
}: ClaimVerdict & { readonly kind: ClaimKind }): string {
  const at = `record ${records[0] ?? ''}`;
  switch (verdict) {
    case 'held':
      return `supported by ${at}`;
    case 'contradicted':
      return `the last ${names[kind]} failed${exit_code === undefined ? '' : ` with exit code ${exit_code}`} (${at})`;
    case 'outdated':
      return `files were changed after it ran (${at}, changed in record ${records[2] ?? ''})`;
    case 'not_run':
      return `the log shows no ${names[kind]}`;
    case 'unclear':
      return `the log does not show whether it is true${records.length === 0 ? '' : ` (${at})`}`;
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

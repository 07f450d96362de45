// What an agent said it did, held against what the log shows it did. Conservative: what could be true is not held against anybody.

import type { SessionRecord } from '../../protocol/records.js';
import { changesFiles, commandOf, showsItsEnd } from './commands-run.js';
import { type ClaimKind, kindsOf, sayingsIn } from './sayings.js';

/**
 * `held`: such a command ran after the last change, and succeeded. `contradicted`: the last one failed. `outdated`: files were
 * changed since it succeeded. `not_run`: the log shows no such command. `unclear`: it ran, and the log does not show how it ended.
 */
export const claimVerdicts = ['held', 'contradicted', 'outdated', 'not_run', 'unclear'] as const;

export interface Claim {
  readonly kind: ClaimKind;
  readonly verdict: (typeof claimVerdicts)[number];
  /** As the agent wrote it. */
  readonly sentence: string;
  readonly run_id: string;
  readonly turn: number;
  /** The record that it stands in. */
  readonly seq: number;
  /** Records that it was held against: the command, its result, the change since. */
  readonly records: readonly number[];
  readonly exit_code?: number;
}

export interface ClaimFold {
  take(record: SessionRecord): void;
  /** What a text claims, judged as if it came after the last record. It is not kept. */
  hear(text: string): readonly Pick<Claim, 'kind' | 'verdict' | 'sentence' | 'records' | 'exit_code'>[];
  readonly claims: readonly Claim[];
}

interface Ran {
  readonly requested: number;
  readonly returned: number;
  readonly end: 'good' | 'bad' | 'unknown';
  readonly exit_code: number | undefined;
}

const mostClaims = 1000;

export function claimFold(): ClaimFold {
  const claims: Claim[] = [];
  const last = new Map<ClaimKind, Ran>();
  /** Calls under way, by run and id. */
  const under = new Map<
    string,
    { readonly seq: number; readonly command: string | undefined; readonly changes: boolean }
  >();
  const turns = new Map<string, number>();
  const answered = new Set<string>();
  let main = '';
  let changed: number | undefined;

  function run(record: SessionRecord): string {
    return record.run_id ?? main;
  }

  function say(record: SessionRecord, text: string): void {
    for (const { kind, sentence } of sayingsIn(text)) {
      if (claims.length >= mostClaims) return;
      const run_id = run(record);
      claims.push({ kind, sentence, run_id, turn: turns.get(run_id) ?? 0, seq: record.seq, ...judged(kind) });
    }
  }

  function judged(kind: ClaimKind): Pick<Claim, 'verdict' | 'records' | 'exit_code'> {
    const ran = last.get(kind);
    if (ran === undefined) return { verdict: 'not_run', records: [] };
    const { requested, returned, end, exit_code } = ran;
    const records = [requested, returned];
    const code = exit_code === undefined ? {} : { exit_code };
    if (end === 'bad') return { verdict: 'contradicted', records, ...code };
    if (end === 'unknown') return { verdict: 'unclear', records, ...code };
    const isOlder = changed !== undefined && changed > requested;
    // What is committed stays committed; everything else is true of the files as they were.
    if (isOlder && kind !== 'commit' && kind !== 'push')
      return { verdict: 'outdated', records: [...records, changed ?? 0], ...code };
    return { verdict: 'held', records, ...code };
  }

  function end(record: Extract<SessionRecord, { readonly type: 'tool.returned' }>): void {
    const key = `${run(record)} ${record.call_id}`;
    const call = under.get(key);
    under.delete(key);
    if (call === undefined) return;
    if (call.changes && !record.is_error) changed = call.seq;
    if (call.command === undefined) return;
    const { exit_code } = record;
    const isOpen =
      record.interrupted === true || record.truncated !== undefined || !showsItsEnd(call.command);
    const failed = record.is_error || (exit_code ?? 0) !== 0;
    const how = isOpen ? 'unknown' : failed ? 'bad' : 'good';
    const ran: Ran = { requested: call.seq, returned: record.seq, end: how, exit_code };
    for (const kind of kindsOf(call.command)) last.set(kind, ran);
  }

  return {
    claims,
    hear: (text) => sayingsIn(text).map(({ kind, sentence }) => ({ kind, sentence, ...judged(kind) })),
    take(record) {
      switch (record.type) {
        case 'run.opened':
          if (record.parent === undefined) main = record.run_id;
          return;
        case 'turn.opened':
          turns.set(run(record), record.turn);
          answered.delete(run(record));
          return;
        case 'tool.requested': {
          const command = commandOf(record.tool, record.input);
          under.set(`${run(record)} ${record.call_id}`, {
            seq: record.seq,
            command,
            changes: changesFiles(record.tool),
          });
          return;
        }
        case 'tool.returned':
          end(record);
          return;
        case 'model.responded':
          answered.add(run(record));
          for (const part of record.content) if (part.type === 'text') say(record, part.text);
          return;
        case 'turn.closed':
          // Of a captured run only the end of a turn shows what was said.
          if (!answered.has(run(record))) say(record, record.result.output);
      }
    },
  };
}

/** Whether a claim is one that somebody should look at. */
export function isDoubtful({ verdict }: Pick<Claim, 'verdict'>): boolean {
  return verdict === 'contradicted' || verdict === 'outdated' || verdict === 'not_run';
}

/** A claim as a sentence for people. */
export function claimWords({
  kind,
  verdict,
  exit_code,
  records,
}: Pick<Claim, 'kind' | 'verdict' | 'exit_code' | 'records'>): string {
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
      return `it ran, and the log does not show how it ended (${at})`;
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

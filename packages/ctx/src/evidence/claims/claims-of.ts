// What an agent said it did, held against what the log shows it did. Conservative: what could be true is not held against anybody.

import type { RecordOf, SessionRecord } from '../../protocol/records.js';
import {
  changeBy,
  commandOf,
  endOf,
  hiddenIn,
  kindsIn,
  looksAtGit,
  onlyLooks,
  runsOn,
} from './commands-run.js';
import { type ClaimVerdict, type Deeds, judged, newDeeds } from './judged.js';
import { type ClaimKind, claimKinds, sayingsIn } from './sayings.js';

export interface Claim extends ClaimVerdict {
  readonly kind: ClaimKind;
  /** As the agent wrote it. */
  readonly sentence: string;
  readonly run_id: string;
  readonly turn: number;
  /** The record that it stands in. */
  readonly seq: number;
}

export interface ClaimFold {
  take(record: SessionRecord): void;
  /** What a text claims, judged as if it came after the last record. It is not kept. */
  hear(text: string): readonly (ClaimVerdict & Pick<Claim, 'kind' | 'sentence'>)[];
  readonly claims: readonly Claim[];
}

const mostClaims = 1000;

export function claimFold(): ClaimFold {
  const said: Claim[] = [];
  /** Runs of the session itself go on with one another; a subagent's stands for itself. */
  const ofSession = newDeeds();
  const ofAgents = new Map<string, Deeds>();
  const under = new Map<string, RecordOf<'tool.requested'>>();
  const turns = new Map<string, number>();
  const answered = new Set<string>();
  const retold = new Set<string>();
  let main = '';
  /** Whether the log begins in the middle of the work. */
  let isPartial = false;

  const runOf = (record: SessionRecord) => record.run_id ?? main;
  const deedsOf = (run_id: string) => ofAgents.get(run_id) ?? ofSession;

  function say(record: SessionRecord, text: string): void {
    const run_id = runOf(record);
    for (const { kind, says, sentence } of sayingsIn(text)) {
      if (said.length >= mostClaims) return;
      const verdict = judged(deedsOf(run_id), kind, says);
      said.push({ kind, sentence, run_id, turn: turns.get(run_id) ?? 0, seq: record.seq, ...verdict });
    }
  }

  function end(record: RecordOf<'tool.returned'>): void {
    const key = `${runOf(record)} ${record.call_id}`;
    const call = under.get(key);
    under.delete(key);
    if (call === undefined) return;
    const deeds = deedsOf(runOf(record));
    const { exit_code, is_error } = record;
    const command = commandOf(call.tool, call.input);
    const both = { requested: call.seq, returned: record.seq };
    for (const kind of hiddenIn(call.tool, command)) deeds.hidden.set(kind, both);
    if (command !== undefined && !onlyLooks(command)) deeds.more = both;
    const change = is_error ? undefined : changeBy(call.tool, call.input);
    if (change === 'code') deeds.changed = call.seq;
    if (change === 'prose') deeds.noted = call.seq;
    if (command === undefined) return;
    if (looksAtGit(command)) deeds.looked = both;
    const isOpen = record.interrupted === true || record.truncated !== undefined || runsOn(call.input);
    const failed = is_error || (exit_code ?? 0) !== 0;
    for (const kind of kindsIn(command)) {
      const how = isOpen ? 'unknown' : endOf(command, kind, failed);
      const before = deeds.ran.get(kind);
      const hadGood = before !== undefined && (before.hadGood || before.end === 'good');
      deeds.ran.set(kind, { ...both, end: how, exit_code, hadGood });
    }
  }

  function open(record: RecordOf<'run.opened'>): void {
    if (record.parent === undefined) main = record.run_id;
    else ofAgents.set(record.run_id, newDeeds());
    if (record.retells !== undefined) retold.add(record.retells);
  }

  return {
    hear: (text) =>
      sayingsIn(text).map(({ kind, says, sentence }) => ({
        kind,
        sentence,
        ...judged(ofSession, kind, says),
      })),
    get claims() {
      const once = said.filter(({ run_id }) => !retold.has(run_id));
      return isPartial ? once.map(orElsewhere) : once;
    },
    take(record) {
      switch (record.type) {
        case 'run.opened':
          open(record);
          return;
        case 'turn.opened':
          turns.set(runOf(record), record.turn);
          answered.delete(runOf(record));
          if (record.derived?.includes('prompt') === true) isPartial = true;
          if (tellsOfARun(record.prompt)) hideAll(deedsOf(runOf(record)), record.seq);
          return;
        case 'finding':
          if (record.code === 'history_left_out') isPartial = true;
          return;
        case 'tool.requested':
          under.set(`${runOf(record)} ${record.call_id}`, record);
          return;
        case 'tool.returned':
          end(record);
          return;
        case 'model.responded':
          answered.add(runOf(record));
          for (const part of record.content) if (part.type === 'text') say(record, part.text);
          return;
        case 'turn.closed':
          // Of a captured run only the end of a turn shows what was said.
          if (!answered.has(runOf(record))) say(record, record.result.output);
      }
    },
  };
}

function hideAll({ hidden }: Deeds, seq: number): void {
  for (const kind of claimKinds) hidden.set(kind, { requested: seq, returned: seq });
}

/** What a person ran in the host's own prompt, or says that they saw, an agent may repeat. */
function tellsOfARun(prompt: string): boolean {
  return /<bash-(?:input|stdout)>|\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)|committed|pushed)\b/i.test(
    prompt.slice(0, 1 << 16),
  );
}

/** What the log does not show may stand in the session that this one began with. */
function orElsewhere(claim: Claim): Claim {
  return claim.verdict === 'not_run' ? { ...claim, verdict: 'unclear' } : claim;
}

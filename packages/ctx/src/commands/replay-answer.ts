// What replay answers, for programs and for people.

import * as t from 'typebox';
import { columns, counted, neutral, styled, type Terminal } from '../cli/terminal.js';
import { type Difference, diffOf } from '../evidence/replay/difference.js';
import type { Replay } from '../evidence/replay/replay-session.js';
import { closed } from '../protocol/closed.js';
import { stopReasons } from '../protocol/records.js';
import type { WholeSession } from '../session/read-whole.js';

const difference = t.Object(
  {
    seq: t.Integer(),
    type: t.String(),
    /** JSON Pointer into the record. */
    path: t.String(),
    expected: t.String(),
    got: t.String(),
    diff: t.String(),
  },
  closed,
);

export const replayAnswer = t.Object(
  {
    session_id: t.String(),
    path: t.String(),
    chain_head: t.String(),
    records: t.Integer(),
    /** Records that came out the same, from the first one on. */
    records_same: t.Integer(),
    turns: t.Integer(),
    identical: t.Boolean(),
    runs: t.Array(t.Object({ run_id: t.String(), stop_reason: t.Enum([...stopReasons, 'open']) }, closed)),
    /** The first record that did not come out the same; with --model, where the run departs. */
    difference: t.Optional(difference),
    /** With --deny-tool or --allow-tool: the calls that would have been denied, the first of them first. */
    denied: t.Optional(
      t.Array(
        t.Object(
          {
            run_id: t.String(),
            turn: t.Integer(),
            seq: t.Integer(),
            call_id: t.String(),
            tool: t.String(),
            rule: t.String(),
            reason: t.String(),
          },
          closed,
        ),
      ),
    ),
    /** Tools that the model would not have been told of. */
    tools_removed: t.Optional(t.Array(t.String())),
    /** With --tools live: how many results were compared, and those that came out otherwise. */
    tools: t.Optional(
      t.Object(
        {
          compared: t.Integer(),
          differences: t.Array(difference),
        },
        closed,
      ),
    ),
    /** With --record: the session that the replay was kept as. */
    recorded: t.Optional(
      t.Object({ path: t.String(), session_id: t.String(), chain_head: t.String() }, closed),
    ),
  },
  closed,
);

export type ReplayAnswer = t.Static<typeof replayAnswer>;

export function answerOf(path: string, { records, head }: WholeSession, replay: Replay): ReplayAnswer {
  const { session_id, turns, runs, difference } = replay;
  return {
    session_id,
    path,
    chain_head: head.hash,
    records: records.length,
    records_same: replay.records,
    turns,
    identical: difference === undefined,
    runs: [...runs],
    ...(difference !== undefined && { difference: withDiff(difference) }),
  };
}

export function withDiff(difference: Difference) {
  return { ...difference, diff: diffOf(difference) };
}

export function replayText(answer: ReplayAnswer, terminal: Terminal): string {
  const { session_id, identical, records, records_same, turns, runs } = answer;
  const { difference, tools, denied, recorded } = answer;
  const verdict = identical
    ? styled(terminal, 'green', 'identical')
    : styled(terminal, 'yellow', 'different');
  const facts = columns([
    ['session', neutral(session_id)],
    ['records', `${records_same} of ${records} the same, ${counted(turns, 'turn')}`],
    ...runs.map(({ run_id, stop_reason }) => [`run ${neutral(run_id)}`, stop_reason]),
    ...(tools === undefined ? [] : [['tool results', toolsText(tools)]]),
    ...(recorded === undefined ? [] : [['recorded', recorded.path]]),
  ]);
  const found = [...(difference === undefined ? [] : [difference]), ...(tools?.differences ?? [])];
  const where = found.map(
    ({ seq, type, path, diff }) => `\nrecord ${seq} (${type}) at ${path}\n${neutral(diff)}`,
  );
  return `${verdict}\n${facts}${where.join('')}${denied === undefined ? '' : deniedText(denied)}`;
}

function toolsText({ compared, differences }: NonNullable<ReplayAnswer['tools']>): string {
  return `${compared - differences.length} of ${compared} the same`;
}

function deniedText(denied: NonNullable<ReplayAnswer['denied']>): string {
  const [first] = denied;
  if (first === undefined) return '\nThis policy would have denied none of its calls.\n';
  const rows = denied.map(({ run_id, turn, seq, tool, reason }) => [
    `record ${seq}`,
    `${neutral(run_id)}, turn ${turn}`,
    neutral(tool),
    neutral(reason),
  ]);
  return `\nThe run would have had to change in turn ${first.turn} of ${neutral(first.run_id)}. Denied:\n${columns(rows, '  ')}`;
}

import { resolve } from 'node:path';
import * as t from 'typebox';
import { modelFor } from '../agent/models/model-for.js';
import { builtinTools } from '../agent/tools/builtin.js';
import { clawable, type Services } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { columns, neutral, styled } from '../cli/terminal.js';
import { diffOf } from '../evidence/replay/difference.js';
import { recordReplay } from '../evidence/replay/record-replay.js';
import { type Replay, replaySession } from '../evidence/replay/replay-session.js';
import { underPolicy } from '../evidence/replay/under-policy.js';
import { fail } from '../protocol/codes.js';
import { type Policy, stopReasons } from '../protocol/records.js';
import { locateSession, sessionsFolder } from '../session/place.js';
import { readWhole, type WholeSession } from '../session/read-whole.js';
import { placeFlags, policyFlags } from './session-flags.js';

const closed = { additionalProperties: false };

const replayAnswer = t.Object(
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
    difference: t.Optional(
      t.Object(
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
      ),
    ),
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
    /** With --record: the session that the replay was kept as. */
    recorded: t.Optional(
      t.Object({ path: t.String(), session_id: t.String(), chain_head: t.String() }, closed),
    ),
  },
  closed,
);

type ReplayAnswer = t.Static<typeof replayAnswer>;

const flags = {
  verify: flag.switch('fail at the first record that is not the same, byte for byte'),
  'allow-tool': policyFlags['allow-tool'],
  'deny-tool': policyFlags['deny-tool'],
  model: flag.text('another model, asked until it says something else: script:FILE', 'MODEL'),
  record: flag.text('keep the replay as a session of its own (its folder must be there)', 'FILE'),
  'sessions-dir': placeFlags['sessions-dir'],
};

export default clawable({
  name: 'replay',
  group: 'evidence',
  summary: 'Run a session again from its own log, and see whether it comes out the same',
  description:
    'The same loop, with the model’s answers, the tools’ results, the interruptions and the clock taken from the log: no network, no side effects, and neither the script nor the workspace is needed. Everything that the loop derives (requests and their digests, denials, compactions, results, totals) must come out the same; the first record that does not is named with its path, what the log has and what came. With --verify that is an error. A request digest that differs means that the prompt, the tools or ctx itself changed since. --deny-tool and --allow-tool list the calls that a stricter policy would have denied; --model asks another model and shows where the run departs.',
  examples: [
    { line: 'ctx replay fix-the-test --verify', says: 'a session as a regression test' },
    {
      line: 'ctx replay fix-the-test --deny-tool bash',
      says: 'what a stricter policy would have stopped',
    },
    {
      line: 'ctx replay fix-the-test --model script:other.yaml',
      says: 'where another model goes another way',
    },
    { line: 'ctx replay fix-the-test --record again.jsonl', says: 'keep it, with the head of its parent' },
  ],
  arguments: { session: argument.one('a session’s id, or its file') },
  flags,
  returns: replayAnswer,
  details: replayAnswer,
  long: true,
  async run({ args: { session }, flags: given }, services) {
    const { model, record, verify } = given;
    if (model !== undefined && record !== undefined) throw contradiction('--model', '--record');
    if (model !== undefined && verify) throw contradiction('--model', '--verify');
    const path = locateSession(session, sessionsFolder(services, given['sessions-dir']), services.cwd);
    // Identical members are identical bytes only where the log itself is canonical.
    const whole = readWhole(path, { canonical: verify });
    const { replay, recorded } = await replayed(whole, model, record, services);
    const answer: ReplayAnswer = {
      ...answerOf(path, whole, replay),
      ...policyAnswer(whole, given['allow-tool'], given['deny-tool']),
      ...(recorded && { recorded }),
    };
    if (verify && answer.difference !== undefined) throw differs(path, answer, answer.difference);
    return answer;
  },
  render(answer, terminal) {
    const { session_id, identical, records, records_same, turns, runs, difference, denied, recorded } =
      answer;
    const verdict = identical
      ? styled(terminal, 'green', 'identical')
      : styled(terminal, 'yellow', 'different');
    const facts = columns([
      ['session', neutral(session_id)],
      ['records', `${records_same} of ${records} the same, ${turns} turns`],
      ...runs.map(({ run_id, stop_reason }) => [`run ${neutral(run_id)}`, stop_reason]),
      ...(recorded === undefined ? [] : [['recorded', recorded.path]]),
    ]);
    const where =
      difference === undefined
        ? ''
        : `\nrecord ${difference.seq} (${difference.type}) at ${difference.path}\n${neutral(difference.diff)}`;
    return `${verdict}\n${facts}${where}${denied === undefined ? '' : deniedText(denied)}`;
  },
});

async function replayed(
  { records, head }: WholeSession,
  model: string | undefined,
  record: string | undefined,
  { cwd, signal, emit }: Services,
) {
  const anotherModel =
    model === undefined
      ? undefined
      : (answered: number) => modelFor({ ...anySettings, model }, cwd, answered);
  if (record === undefined)
    return { replay: await replaySession(records, { anotherModel, cancel: signal, onRecord: emit }) };
  const [first] = records;
  if (first?.type !== 'session.opened')
    throw new TypeError('a session that was read begins with its opening');
  const path = resolve(cwd, record);
  const recorder = recordReplay(path, { session_id: first.session_id, head: head.hash });
  try {
    const replay = await replaySession(records, {
      onRecord: (one) => {
        recorder.take(one);
        emit(one);
      },
    });
    const { session_id } = recorder;
    return { replay, recorded: { path, session_id, chain_head: recorder.head?.hash ?? '' } };
  } finally {
    recorder.close();
  }
}

/** A model's name is all that counts of them here. */
const anySettings = {
  workspace: '.',
  policy: { allow: [], deny: [], on_deny: 'tell' as const },
  budget: { max_model_calls_per_turn: 1 },
  match_limit: 0,
};

function answerOf(path: string, { records, head }: WholeSession, replay: Replay): ReplayAnswer {
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
    ...(difference !== undefined && { difference: { ...difference, diff: diffOf(difference) } }),
  };
}

function policyAnswer(
  { records }: WholeSession,
  allow: readonly string[] = [],
  deny: readonly string[] = [],
) {
  if (allow.length === 0 && deny.length === 0) return {};
  const policy: Policy = { allow: [...allow], deny: [...deny], on_deny: 'tell' };
  const { denied, tools_removed } = underPolicy(records, policy, builtinTools('.', {}));
  return { denied: [...denied], tools_removed: [...tools_removed] };
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

function differs(target: string, details: ReplayAnswer, difference: NonNullable<ReplayAnswer['difference']>) {
  const { seq, type, path, diff } = difference;
  const [expected = '', got = ''] = diff.split('\n').map((line) => line.slice(2));
  return fail('replay_differs', { operation: 'replay', target, seq, type, path, expected, got, details });
}

function contradiction(target: string, other: string) {
  return fail('flags_contradict', { operation: 'argparse', target, other });
}

import { resolve } from 'node:path';
import * as t from 'typebox';
import { modelFor } from '../agent/models/model-for.js';
import { builtinTools } from '../agent/tools/builtin.js';
import { clawable, type Services } from '../cli/command.js';
import { contradiction } from '../cli/contradiction.js';
import { argument, flag, type Values } from '../cli/inputs.js';
import { stoppedBy } from '../cli/stopped-by.js';
import { type LiveTools, liveTools } from '../evidence/replay/live-tools.js';
import { recordReplay } from '../evidence/replay/record-replay.js';
import { replaySession } from '../evidence/replay/replay-session.js';
import { underPolicy } from '../evidence/replay/under-policy.js';
import { projectRoot } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import type { Policy } from '../protocol/records.js';
import { readWhole, type WholeSession } from '../session/read-whole.js';
import { redactorFor } from '../session/redact.js';
import { findSession } from '../session/sessions-folder.js';
import { answerOf, type ReplayAnswer, replayAnswer, replayText, withDiff } from './replay-answer.js';
import {
  underPolicyAnswer,
  underPolicyOf,
  underPolicyText,
  underPolicyWarnings,
} from './replay-under-policy.js';
import { lastFlag, modelFlags, placeFlags, policyFlags, sessionFrom } from './session-flags.js';

const flags = {
  verify: flag.switch('fail at the first record that differs'),
  'allow-tool': policyFlags['allow-tool'],
  'deny-tool': policyFlags['deny-tool'],
  model: flag.text('ask this model until its answer differs', 'MODEL'),
  'base-url': modelFlags['base-url'],
  script: flag.text('ask this script, like --model script:FILE', 'FILE'),
  tools: flag.choice('recorded, or live: run the tools for real in a copy of the workspace', [
    'recorded',
    'live',
  ]),
  record: flag.text('save the replay as a session (its folder must exist)', 'FILE'),
  policy: flag.text('list the calls that the rules in this file would have denied; nothing is run', 'FILE'),
  all: flag.switch('with --policy: every session of every agent and project'),
  ...lastFlag,
  'sessions-dir': placeFlags['sessions-dir'],
};

export default clawable({
  name: 'replay',
  group: 'evidence',
  summary: 'Replay a session from its log, and compare the result',
  description:
    'Runs the same loop with the model’s answers, tool results, interruptions and clock taken from the log: no network, no side effects, no workspace needed. Everything that the loop derives (requests and their digests, denials, compactions, results, totals) is compared, and the first record that differs is shown. With --verify a difference is an error; a request digest that differs means that the prompt, the tools or ctx itself changed. --deny-tool and --allow-tool list the calls that a stricter policy would have denied. --model or --script asks another model, and shows where its answers first differ. --tools live runs the tools again in a copy of the workspace, and lists the results that differ. --policy FILE (allow, deny and ask rules as YAML) lists the calls that these rules would have denied or asked about, in one session or with --all in every recorded session of every agent.',
  examples: [
    { line: 'ctx replay fix-the-test --verify', says: 'a session as a regression test' },
    {
      line: 'ctx replay fix-the-test --deny-tool bash',
      says: 'what a stricter policy would have stopped',
    },
    {
      line: 'ctx replay fix-the-test --model script:other.yaml',
      says: 'where another model would differ',
    },
    {
      line: 'ctx replay --policy rules.yaml --all',
      says: 'what these rules would have denied in every recorded session',
    },
    { line: 'ctx replay fix-the-test --tools live', says: 'whether the tools still return what they did' },
    { line: 'ctx replay fix-the-test --record again.jsonl', says: 'save the replay as a session' },
  ],
  arguments: { session: argument.optional('a session’s id, its unique beginning or end, or its file') },
  flags,
  returns: t.Union([replayAnswer, underPolicyAnswer]),
  details: replayAnswer,
  long: true,
  async run({ args, flags: given }, services) {
    if (given.policy !== undefined || given.all) return underPolicyOf(args.session, given, services);
    const session = sessionFrom(args.session, given, 'replay');
    const asked = askedOf(given);
    const path = findSession(session, services, given['sessions-dir']);
    // Identical members are identical bytes only where the log itself is canonical.
    const whole = readWhole(path, { canonical: given.verify });
    const answer: ReplayAnswer = {
      ...(await replayed(path, whole, asked, services)),
      ...policyAnswer(whole, given['allow-tool'], given['deny-tool']),
    };
    const found = answer.difference ?? answer.tools?.differences[0];
    if (given.verify && found !== undefined) throw differs(path, answer, found);
    return answer;
  },
  render: (answer, terminal) =>
    'sessions' in answer ? underPolicyText(answer) : replayText(answer, terminal),
  warnings: (answer) => ('sessions' in answer ? underPolicyWarnings(answer) : []),
});

interface Asked {
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly record: string | undefined;
  readonly live: boolean;
}

function askedOf(given: Values<typeof flags>): Asked {
  const { script, record, verify } = given;
  if (given.model !== undefined && script !== undefined) throw contradiction('--model', '--script');
  const model = script === undefined ? given.model : `script:${script}`;
  const by = script === undefined ? '--model' : '--script';
  const live = given.tools === 'live';
  if (model !== undefined && record !== undefined) throw contradiction(by, '--record');
  if (model !== undefined && verify) throw contradiction(by, '--verify');
  if (model !== undefined && live) throw contradiction(by, '--tools live');
  return { model, baseUrl: given['base-url'], record, live };
}

async function replayed(
  path: string,
  whole: WholeSession,
  { model, baseUrl, record, live }: Asked,
  services: Services,
): Promise<ReplayAnswer> {
  const { cwd, env, signal, emit } = services;
  const { records } = whole;
  const place = { root: cwd, env, ownUrls: baseUrl === undefined ? [] : [baseUrl] };
  const parent = { session_id: idOf(whole), head: whole.head.hash };
  const recorder = record === undefined ? undefined : recordReplay(resolve(cwd, record), parent);
  const tools = live ? liveToolsFor(parent.session_id, services) : undefined;
  try {
    const replay = await replaySession(records, {
      anotherModel:
        model === undefined
          ? undefined
          : (answered, run_id) =>
              modelFor(
                { model, ...(baseUrl !== undefined && { base_url: baseUrl }) },
                run_id,
                place,
                answered,
              ),
      live: tools,
      cancel: signal,
      onRecord: (one) => {
        recorder?.take(one);
        emit(one);
      },
    });
    // A model or a tool that was waited for may have been cut short, so nothing can be said of the session.
    if (signal.aborted) throw stoppedBy(signal, 'replay', path);
    return {
      ...answerOf(path, whole, replay),
      ...(tools && { tools: { compared: tools.compared, differences: tools.differences.map(withDiff) } }),
      ...(recorder && {
        recorded: {
          path: resolve(cwd, record ?? ''),
          session_id: recorder.session_id,
          chain_head: recorder.head?.hash ?? '',
        },
      }),
    };
  } finally {
    recorder?.close();
    tools?.release();
  }
}

function liveToolsFor(session_id: string, services: Services): LiveTools {
  const { env } = services;
  return liveTools({ root: projectRoot(services), session_id, env, redactor: redactorFor(env) });
}

function idOf({ records: [first] }: WholeSession): string {
  if (first?.type === 'session.opened') return first.session_id;
  throw new TypeError('a session that was read begins with its opening');
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

function differs(target: string, details: ReplayAnswer, difference: NonNullable<ReplayAnswer['difference']>) {
  const { seq, type, path, diff } = difference;
  const [expected = '', got = ''] = diff.split('\n').map((line) => line.slice(2));
  return fail('replay_differs', { operation: 'replay', target, seq, type, path, expected, got, details });
}

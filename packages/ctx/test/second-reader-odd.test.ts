// Sessions that SPEC.md allows or forbids and that nothing of ours writes: both readers say of each what the page says.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../src/evidence/verify-entry.js';
import { chained, disagreements, type Json } from './second-reader-cases.js';

type Members = { [name: string]: Json };

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'second-reader-odd-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const largest = Number.MAX_SAFE_INTEGER;
const unknown = { input_tokens: null, output_tokens: null, cost_microusd: null };
const none = { input_tokens: 0, output_tokens: 0, cost_microusd: 0 };

const settings = (more: Members = {}): Members => ({
  budget: { max_model_calls_per_turn: 25 },
  match_limit: 5,
  model: 'script:echo',
  policy: { allow: [], deny: [], on_deny: 'tell' },
  workspace: '.',
  ...more,
});

/** The session, with a run of each of these plans. */
const opened = (...plans: Members[]): Members => ({
  type: 'session.opened',
  contract: 'session/v1',
  format: 1,
  session_id: 's',
  runs: plans.map((plan, i) => ({ run_id: `r${i + 1}`, prompts: ['p'], settings: settings(), ...plan })),
});

const run = (more: Members = {}): Members => ({
  type: 'run.opened',
  run_id: 'r1',
  agent: { name: 'ctx' },
  settings: settings(),
  pool: [{ name: 'bash', schema_digest: `sha256:${'0'.repeat(64)}` }],
  capture: { model: 'deterministic', tools: 'live', clock: 'live', ids: 'live' },
  ...more,
});

const drivenRun = (more: Members = {}): Members =>
  run({
    agent: { name: 'pretend' },
    pool: [],
    capture: { model: 'driven', tools: 'driven', clock: 'live', ids: 'live' },
    ...more,
  });

const turn = (more: Members = {}): Members => ({ type: 'turn.opened', turn: 1, prompt: 'p', ...more });

const asked = (call: number, more: Members = {}): Members => ({
  type: 'model.requested',
  call,
  request_digest: null,
  kept: 0,
  messages: [],
  ...more,
});

const answered = (call: number, more: Members = {}): Members => ({
  type: 'model.responded',
  call,
  content: [{ type: 'text', text: 'a' }],
  finish: 'stop',
  usage: null,
  cost_microusd: null,
  ...more,
});

const bashCall = {
  content: [{ type: 'tool_call', call_id: 'c', tool: 'bash', input: {} }],
  finish: 'tool_calls',
};
const requested = { type: 'tool.requested', call_id: 'c', tool: 'bash', input: {} };
const question = { type: 'approval.requested', call_id: 'c', tool: 'bash', rule: 'bash', via: 'terminal' };
const allowed = {
  type: 'approval.given',
  call_id: 'c',
  answer: 'allow',
  scope: 'session',
  via: 'terminal',
  by: null,
};
const gone = { type: 'turn.interrupted', cause: 'gone', cancel_observed: false };
const resumed = { type: 'session.resumed' };

const closed = (result: Members = {}, more: Members = {}): Members => ({
  type: 'turn.closed',
  result: {
    turn: 1,
    prompt: 'p',
    output: 'a',
    stop_reason: 'completed',
    cancel_observed: false,
    matched_commands: [],
    matched_tools: [],
    permission_denials: [],
    usage: unknown,
    model_calls: 1,
    tool_calls: 0,
    compaction_occurred: false,
    turns_dropped: 0,
    ...result,
  },
  ...more,
});

const ended = (totals: Members = {}, more: Members = {}): Members => ({
  type: 'run.closed',
  run_id: 'r1',
  stop_reason: 'completed',
  totals: { turns: 1, model_calls: 1, tool_calls: 0, ...unknown, ...totals },
  ...more,
});

const report = (input_tokens: number): Members => ({
  type: 'usage.reported',
  of: 'turn',
  usage: { input_tokens, output_tokens: 0 },
  cost_microusd: null,
});

const asks = settings({ policy: { allow: [], ask: ['bash'], deny: [], on_deny: 'tell' } });
const child = { run_id: 'k' };
const reopening = { continues: 'r1', reopens: true };

test.each<[string, Members[], string[]]>([
  [
    '5.4: a subagent’s model call that a crash left without an answer is asked again behind session.resumed',
    [
      opened({}),
      run(),
      turn(),
      asked(1),
      answered(1),
      closed(),
      run({ ...child, parent: { run_id: 'r1' } }),
      turn(child),
      asked(1, child),
      resumed,
      asked(2, child),
      answered(2, child),
      closed({}, child),
      ended({}, { ...child, parent: 'r1' }),
      ended(),
    ],
    [],
  ],
  [
    '5.4: what was allowed for the session counts in later runs, those of subagents, too',
    [
      opened({ settings: asks }),
      run({ settings: asks }),
      turn(),
      asked(1),
      answered(1, bashCall),
      question,
      allowed,
      requested,
      run({ ...child, parent: { run_id: 'r1' }, settings: asks }),
      turn(child),
      asked(1, child),
      answered(1, { ...bashCall, ...child }),
      { ...requested, ...child },
    ],
    ['13 run_open', '13 tool_call_open', '13 turn_open'],
  ],
  [
    '5.4: what a subagent was allowed for the session counts in a later run without a parent',
    [
      opened({ settings: asks }, { settings: asks }),
      run({ settings: asks }),
      run({ ...child, parent: { run_id: 'r1' }, settings: asks }),
      turn(child),
      asked(1, child),
      answered(1, { ...bashCall, ...child }),
      { ...question, ...child },
      { ...allowed, ...child },
      turn(),
      asked(1),
      answered(1),
      closed(),
      ended(),
      run({ run_id: 'r2', settings: asks }),
      turn(),
      asked(1),
      answered(1, bashCall),
      requested,
    ],
    ['18 run_open', '18 tool_call_open', '18 turn_open'],
  ],
  [
    '5.4: a driven run that reopens another owes neither its output nor its questions',
    [
      opened({}, reopening),
      drivenRun(),
      turn(),
      asked(1),
      answered(1),
      question,
      gone,
      closed({ stop_reason: 'cancelled' }),
      ended({}, { stop_reason: 'cancelled' }),
      drivenRun({ run_id: 'r2', ...reopening }),
      turn(),
      requested,
      gone,
      { type: 'tool.returned', call_id: 'c', tool: 'bash', output: '', is_error: true, interrupted: true },
      closed({ output: '', stop_reason: 'cancelled', model_calls: 0, tool_calls: 1 }),
      ended({ model_calls: 0, tool_calls: 1 }, { run_id: 'r2', stop_reason: 'cancelled' }),
    ],
    [],
  ],
  ...['bash(zzz * )', 'bash(zzz), bash(yyy)'].map((rule): [string, Members[], string[]] => {
    const odd = settings({ policy: { allow: [], ask: [rule], deny: [], on_deny: 'tell' } });
    const log = [opened({ settings: odd }), run({ settings: odd }), turn(), asked(1), answered(1, bashCall)];
    return [
      `3: ${rule} is a rule with a pattern, whatever somebody meant`,
      [...log, requested],
      ['6 run_open', '6 tool_call_open', '6 turn_open'],
    ];
  }),
  [
    '5.3: a driven run is cancelled where a session.resumed came since its last turn was opened, whatever was asked behind it',
    [
      opened({ prompts: ['p', 'q'] }),
      drivenRun(),
      turn(),
      asked(1),
      resumed,
      asked(2),
      answered(2),
      closed(),
      ended({}, { stop_reason: 'cancelled' }),
    ],
    [],
  ],
  [
    '5.3: it is not cancelled so where a turn is still open',
    [
      opened({ prompts: ['p', 'q'] }),
      drivenRun(),
      turn(),
      asked(1),
      answered(1),
      closed(),
      turn({ turn: 2, prompt: 'q' }),
      resumed,
      ended({ turns: 2 }, { stop_reason: 'cancelled' }),
    ],
    ['8 stop_reason_untrue', '8 turn_still_open'],
  ],
  [
    '1: the sum of what a driven agent reported is unknown above 2^53 - 1',
    [
      opened({}),
      drivenRun(),
      turn(),
      asked(1),
      answered(1),
      report(largest),
      report(1),
      closed({ usage: { ...unknown, output_tokens: 0 } }),
      ended({ output_tokens: 0 }),
    ],
    [],
  ],
  [
    '5.6: a call of a captured run, whose answers are not shown, is not missed at the end',
    [
      opened({ prompts: [] }),
      run({
        agent: { name: 'pretend' },
        pool: [],
        capture: { model: 'captured', tools: 'captured', clock: 'live', ids: 'live' },
      }),
      turn(),
      asked(1),
      answered(1, bashCall),
      requested,
    ],
    ['6 run_open', '6 turn_open'],
  ],
  [
    '5.5: a driven run without a turn used nothing',
    [opened({ prompts: [] }), drivenRun(), ended({ turns: 0, model_calls: 0, ...none })],
    [],
  ],
])('%s', async (name, log, expected) => {
  const bytes = chained(log);
  expect(await disagreements([{ name, bytes }], folder)).toEqual([]);
  const path = join(folder, 'session.jsonl');
  writeFileSync(path, bytes);
  const found = verify(path).findings.map(({ seq, code }) => `${seq} ${code}`);
  expect([...new Set(found)].sort()).toEqual(expected);
});

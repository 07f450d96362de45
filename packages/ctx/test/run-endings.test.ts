// However a run ends, the exit code, the envelope, the last event and the log tell the same story.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runBuilt } from './built.js';
import { envelopeOf, problems } from './envelope.js';
import { temporaryFolder } from './folder.js';
import { withEnoughTime } from './held-clock.js';
import { recordsOf, startBuilt } from './session-files.js';

const script = (...replies: readonly object[]) =>
  JSON.stringify({ model: 'script/1', price: { input_usd_per_mtok: 3, output_usd_per_mtok: 15 }, replies });
const bash = (command: string) => [{ tool: 'bash', input: { command } }];
const usage = { input_tokens: 1000, output_tokens: 1000 };

interface Turn {
  readonly model_calls?: number;
}

interface Ended {
  readonly runs?: readonly { readonly turns: readonly Turn[] }[];
}

const endings: readonly {
  readonly ending: string;
  readonly replies: readonly object[];
  readonly flags?: readonly string[];
  /** Whether a deadline came when this was under way: before that, it would end something else. */
  readonly overtakes?: (turn: Turn, cwd: string) => boolean;
  readonly exitCode: number;
  readonly result?: object;
}[] = [
  { ending: 'completed', replies: [{ say: 'Done.' }], exitCode: 0 },
  {
    ending: 'timeout',
    replies: [{ hang: true }],
    overtakes: ({ model_calls }) => model_calls === 1,
    exitCode: 2,
    result: { cancel_observed: true },
  },
  {
    ending: 'timeout',
    replies: [{ hang: 'ignore_cancel' }],
    overtakes: ({ model_calls }) => model_calls === 1,
    exitCode: 2,
    result: { cancel_observed: false },
  },
  {
    ending: 'timeout',
    replies: [{ call: bash('trap "" TERM; touch trapped; sleep 600') }],
    overtakes: (_, cwd) => existsSync(join(cwd, 'trapped')),
    exitCode: 2,
    result: { cancel_observed: false, tool_calls: 1 },
  },
  {
    ending: 'max_budget_reached',
    replies: [{ say: 'Much.', call: bash('true'), usage }, { say: 'More.' }],
    flags: ['--max-usd', '0.001'],
    exitCode: 1,
  },
  {
    ending: 'max_budget_reached',
    replies: [{ call: bash('true') }, { call: bash('true') }, { say: 'Done.' }],
    flags: ['--max-tool-calls', '1'],
    exitCode: 1,
    result: { tool_calls: 1 },
  },
  {
    ending: 'max_iterations_reached',
    replies: [{ call: bash('true') }, { call: bash('true') }],
    flags: ['--max-model-calls-per-turn', '1'],
    exitCode: 1,
  },
  {
    ending: 'tool_denied',
    replies: [{ call: bash('echo ran > ran.txt') }, { say: 'Done.' }],
    flags: ['--deny-tool', 'bash', '--on-deny', 'stop'],
    exitCode: 1,
    result: { permission_denials: [{ tool_name: 'bash' }], tool_calls: 0 },
  },
  { ending: 'content_filter', replies: [{ refuse: 'No.' }], exitCode: 1 },
  { ending: 'length', replies: [{ say: 'And then', finish: 'length' }], exitCode: 1 },
  { ending: 'model_error', replies: [{ fault: { status: 400 } }], exitCode: 1 },
  { ending: 'model_error', replies: [{ expect: { contains: 'apples' }, say: 'Done.' }], exitCode: 1 },
  { ending: 'model_error', replies: [{ say: 'Done.' }, { say: 'Nobody asks.' }], exitCode: 1 },
];

describe.each(endings)(
  'a run that ends with $ending ($replies.0)',
  ({ ending, replies, flags = [], overtakes, exitCode, result = {} }) => {
    const attempt = async (milliseconds: number) => {
      const cwd = temporaryFolder({ 's.yaml': script(...replies) });
      const argv = ['run', '--task', 'Go.', '--model', 'script:s.yaml', '--out', 's.jsonl', ...flags];
      if (overtakes !== undefined) argv.push('--timeout-seconds', `${milliseconds / 1000}`);
      const answer = await runBuilt('ctx', [...argv, '--output-format', 'stream-json'], { cwd });
      expect(answer.stderr).toBe('');
      const lines = answer.stdout.trimEnd().split('\n');
      const envelope = envelopeOf({ ...answer, stdout: `${lines.at(-1)}\n` }, join(schemas, 'run.json'));
      const data: Ended = envelope.data ?? envelope.error?.['details'] ?? {};
      return { cwd, answer, lines, envelope, data };
    };
    it(`exits ${exitCode}, and envelope, last event and log agree`, async () => {
      const { cwd, answer, lines, envelope, data } = await withEnoughTime(
        attempt,
        ({ data: { runs = [] }, cwd: folder }) =>
          overtakes === undefined || overtakes(runs[0]?.turns[0] ?? {}, folder),
      );
      expect(answer.exitCode).toBe(exitCode);
      expect(data).toMatchObject({
        runs: [{ stop_reason: ending, turns: [{ stop_reason: ending, ...result }] }],
      });
      if (exitCode !== 0)
        expect(envelope.error).toMatchObject({ code: ending, operation: 'run', target: 'r1' });

      const records = recordsOf(join(cwd, 's.jsonl'));
      expect(records.at(-1)).toMatchObject({ type: 'run.closed', stop_reason: ending });
      expect(data).toMatchObject({ chain_head: records.at(-1)?.hash });
      const events = lines.slice(0, -1).map((line) => JSON.parse(line));
      expect(events.filter(({ type }) => type !== 'text.delta')).toEqual(records);
      for (const record of records) expect(problems(join(schemas, 'records.json'), record)).toEqual([]);
    });
  },
);

it('a tool that was denied was not run', async () => {
  const cwd = temporaryFolder({ 's.yaml': script({ call: bash('echo ran > ran.txt') }, { say: 'Done.' }) });
  const argv = [
    'run',
    '--task',
    'Go.',
    '--model',
    'script:s.yaml',
    '--deny-tool',
    'bash',
    '--output-format',
    'json',
  ];
  const { data } = envelopeOf(await runBuilt('ctx', argv, { cwd }));
  expect(data).toMatchObject({
    runs: [{ stop_reason: 'completed', turns: [{ permission_denials: [{ tool_name: 'bash' }] }] }],
  });
  expect(existsSync(join(cwd, 'ran.txt'))).toBe(false);
});

it('max_turns_reached: prompts that are left over are not sent, and that is no success', async () => {
  const config = `
model: script:./s.yaml
budget: { max_turns: 1 }
runs: [{ run_id: r1, task: One., continuation: [Two.] }]
`;
  const cwd = temporaryFolder({ 'c.yaml': config, 's.yaml': script({ say: 'First.' }) });
  const answer = await runBuilt('ctx', ['run', 'c.yaml', '--output-format', 'json'], { cwd });
  expect(answer.exitCode).toBe(1);
  expect(envelopeOf(answer).error).toMatchObject({
    code: 'max_turns_reached',
    details: {
      runs: [{ stop_reason: 'max_turns_reached', turns: [{ stop_reason: 'completed', output: 'First.' }] }],
    },
  });
});

it('a money budget with a model of unknown price is refused before anything is written', async () => {
  const cwd = temporaryFolder({ 's.yaml': JSON.stringify({ model: 'script/1', replies: [{ say: 'Hi.' }] }) });
  const argv = ['run', '--task', 'Go.', '--model', 'script:s.yaml', '--max-usd', '1', '--out', 's.jsonl'];
  const answer = await runBuilt('ctx', [...argv, '--output-format', 'json'], { cwd });
  expect(envelopeOf(answer).error).toMatchObject({ code: 'price_unknown' });
  expect(existsSync(join(cwd, 's.jsonl'))).toBe(false);
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s ends a run with its envelope and exit code %i, and its child process is gone',
  async (signal, exitCode) => {
    const cwd = temporaryFolder({
      's.yaml': script({ say: 'Waiting.', call: bash('echo $$ > pid; sleep 600') }),
    });
    const argv = [
      'run',
      '--task',
      'Go.',
      '--model',
      'script:s.yaml',
      '--out',
      's.jsonl',
      '--output-format',
      'stream-json',
    ];
    const { child, says, ended } = startBuilt(argv, cwd);
    await says('"type":"tool.requested"');
    const pid = await vi.waitFor(() => pidIn(join(cwd, 'pid')), 250_000);
    child.kill(signal);
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(exitCode);
    expect(stderr).toBe('');
    const envelope = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
    expect(envelope).toMatchObject({
      exit_code: exitCode,
      error: { code: 'cancelled', details: { runs: [{ turns: [{ stop_reason: 'cancelled' }] }] } },
    });
    const records = recordsOf(join(cwd, 's.jsonl')).slice(-4);
    expect(records.map(({ type }) => type)).toEqual([
      'tool.returned',
      'turn.interrupted',
      'turn.closed',
      'run.closed',
    ]);
    // Whether the shell is gone within the grace is up to the machine; that it is said truly is not.
    const [turn] = envelope.error.details.runs[0].turns;
    expect(records[1]).toMatchObject({ cause: 'signal', signal, cancel_observed: turn.cancel_observed });
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 250_000);
  },
);

/** The process id in a file that another process writes; throws until it is there. */
function pidIn(path: string): number {
  const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
  if (Number.isNaN(pid)) throw new Error('not there yet');
  return pid;
}

const schemas = join(import.meta.dirname, '../../../schemas');

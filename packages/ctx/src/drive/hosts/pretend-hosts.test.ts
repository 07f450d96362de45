// Claude Code and Codex as they speak on their own wires, played by programs of ours: what they tell is in the log, what they ask is judged,
// and what went wrong is told as what it was.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DrivenProject, drivenProject, type Step } from '../../../test/drive/driven-project.js';
import { pretendHost } from '../../../test/drive/pretend-host.js';
import { heldClock } from '../../../test/held-clock.js';
import { ctxProgram, fixedClock, startCall } from '../../../test/in-process.js';
import { until } from '../../../test/processes.js';

const played = {
  'claude-code': ['@anthropic-ai/claude-code', 'claude', 'pretend-claude.mjs'],
  codex: ['@openai/codex', 'codex', 'pretend-codex.mjs'],
} as const;
type Played = keyof typeof played;

const envOf = (agent: Played) => {
  const [npm, program, plays] = played[agent];
  return pretendHost(npm, program, '', plays).env;
};

async function run(agent: Played, steps: readonly Step[], more: object = {}) {
  const project = drivenProject();
  const answer = await project.run([steps], { agent, ...more }, { env: envOf(agent) });
  return { project, answer };
}

const typed = (project: DrivenProject, type: string) =>
  project.records().filter((record) => record.type === type);
const verified = async (project: DrivenProject) =>
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
const call = (id: string, command: string, more: object = {}): Step => ({ call: { id, command, ...more } });
const text = (said: string) => ({ type: 'text', text: said });

const claudeSays = (said: string, more: object = {}): Step => ({
  answer: { id: 'm9', content: [text(said)], usage: { input_tokens: 10, output_tokens: 2 }, ...more },
});
const codexUsed = (inputTokens: number, outputTokens: number, more: object = {}): Step => ({
  tell: {
    method: 'thread/tokenUsage/updated',
    tokenUsage: { last: { inputTokens, outputTokens, cachedInputTokens: 0 } },
    ...more,
  },
});

const says: Record<Played, Step> = { 'claude-code': claudeSays('Done.'), codex: { say: 'Done.' } };
const both = ['claude-code', 'codex'] as const;

it('stops Claude Code where it makes a call that its hook was not run for', async () => {
  const { project, answer } = await run(
    'claude-code',
    [call('c1', 'git push', { unasked: true }), claudeSays('Done.')],
    { policy: { deny: ['bash(git push *)'] } },
  );
  expect(answer).toMatchObject({ exit_code: 1, error: { code: 'tool_denied' } });
  expect(typed(project, 'tool.requested')).toMatchObject([{ call_id: 'c1', enforcement: 'none' }]);
  await verified(project);
});

it('does not take for a call what Claude Code itself could not read', async () => {
  const content = '<tool_use_error>InputValidationError: command is missing</tool_use_error>';
  const { project, answer } = await run(
    'claude-code',
    [call('c1', 'git push', { unasked: true, content, failed: true }), claudeSays('Done.')],
    { policy: { deny: ['bash(git push *)'] } },
  );
  expect(answer).toMatchObject({ exit_code: 0 });
  expect(typed(project, 'tool.requested')).toEqual([]);
});

it('counts what Claude Code used in its answers, its subagents and besides', async () => {
  const usage = {
    input_tokens: 10,
    output_tokens: 2,
    cache_read_input_tokens: 5,
    cache_creation_input_tokens: 3,
  };
  const { project, answer } = await run('claude-code', [
    { answer: { id: 'm1', content: [{ type: 'thinking', thinking: 'hm' }], usage } },
    // The same answer goes on, with the same usage.
    { answer: { id: 'm1', content: [text('Let me see.')], usage } },
    { answer: { id: 'm1', content: [], usage } },
    call('c1', 'ls', { content: [text('newts'), { type: 'image' }] }),
    {
      answer: {
        id: 'm2',
        parent: 'c1',
        content: [text('inner')],
        usage: { input_tokens: 4, output_tokens: 1 },
      },
    },
    claudeSays('Done.'),
    {
      result: {
        total_cost_usd: 0.5,
        modelUsage: { large: { inputTokens: 40, outputTokens: 9 }, small: { inputTokens: 2 } },
      },
    },
  ]);
  expect(answer).toMatchObject({
    exit_code: 0,
    data: {
      runs: [{ stop_reason: 'completed', turns: [{ output: 'Done.', tool_calls: 1 }] }],
      totals: { input_tokens: 42, output_tokens: 9, cost_microusd: 500_000 },
    },
  });
  expect(typed(project, 'run.opened')).toMatchObject([
    { agent: { name: 'claude-code', version: '99.0.0', protocol: 'json' } },
  ]);
  expect(typed(project, 'tool.returned')).toMatchObject([{ call_id: 'c1', is_error: false }]);
  await verified(project);
});

it('counts what Codex used in its turn and in those of its subagents', async () => {
  const { project, answer } = await run('codex', [
    { think: 'hm' },
    call('c1', 'ls', { exitCode: 3 }),
    { change: { id: 'c2', path: 'newts.txt' } },
    codexUsed(30, 7),
    codexUsed(4, 1, { threadId: 'another' }),
    { say: 'Done.' },
  ]);
  expect(answer).toMatchObject({
    exit_code: 0,
    data: {
      runs: [{ stop_reason: 'completed', turns: [{ output: 'Done.', tool_calls: 2 }] }],
      totals: { input_tokens: 34, output_tokens: 8 },
    },
  });
  expect(typed(project, 'run.opened')).toMatchObject([
    { agent: { name: 'codex', version: '99.0.0', protocol: 'json', session_id: 't1' } },
  ]);
  expect(typed(project, 'tool.requested')).toMatchObject([
    { call_id: 'c1', tool: 'exec_command', input: { cmd: 'ls' } },
    { call_id: 'c2', tool: 'file_change', input: { changes: [{ path: 'newts.txt' }] } },
  ]);
  expect(typed(project, 'tool.returned')).toMatchObject([
    { call_id: 'c1', is_error: true },
    { call_id: 'c2', is_error: false },
  ]);
  await verified(project);
});

it('keeps the calls that Codex makes unasked', async () => {
  const done = (item: object): Step => ({ tell: { method: 'item/completed', item } });
  const { project, answer } = await run('codex', [
    done({
      id: 'c1',
      type: 'mcpToolCall',
      server: 'pond',
      tool: 'count',
      arguments: { of: 'newts' },
      result: '3',
    }),
    done({ id: 'c2', type: 'webSearch', query: 'newts' }),
    done({ id: 'c3', type: 'agentMessage' }),
    { say: 'Done.' },
  ]);
  expect(answer).toMatchObject({ exit_code: 0 });
  expect(typed(project, 'tool.requested')).toMatchObject([
    { tool: 'mcp__pond__count', enforcement: 'none' },
    { tool: 'web_search', input: { query: 'newts' }, enforcement: 'none' },
  ]);
  await verified(project);
});

it.each(both)('%s makes a call that the policy allows, and not the one that it denies', async (agent) => {
  const { project, answer } = await run(agent, [call('c1', 'git push'), call('c2', 'ls'), says[agent]], {
    policy: { deny: ['bash(git push *)', 'bash(git push)'] },
  });
  expect(answer).toMatchObject({ exit_code: 0, data: { runs: [{ turns: [{ tool_calls: 1 }] }] } });
  expect([project.has('made-by-c1'), project.has('made-by-c2')]).toEqual([false, true]);
  expect(typed(project, 'tool.denied')).toMatchObject([{ call_id: 'c1' }]);
  await verified(project);
});

it.each(both)('%s is stopped at a denied call, where the policy wants that', async (agent) => {
  const { project, answer } = await run(agent, [call('c1', 'git push'), { wait: true }], {
    policy: { deny: ['bash(git push)', 'bash(git push *)'], on_deny: 'stop' },
  });
  expect(answer).toMatchObject({ exit_code: 1, error: { code: 'tool_denied' } });
  expect(project.has('made-by-c1')).toBe(false);
  await verified(project);
});

it.each<[Played, readonly Step[]]>([
  ['claude-code', [claudeSays('Much.', { usage: { input_tokens: 90, output_tokens: 20 } })]],
  ['codex', [call('c1', 'ls'), codexUsed(90, 20), { wait: true }]],
  ['codex', [{ say: 'Much.' }, codexUsed(90, 20)]],
])('%s is stopped where the tokens are spent', async (agent, steps) => {
  const { project, answer } = await run(agent, steps, { budget: { max_tokens: 100 } });
  expect(answer).toMatchObject({ exit_code: 1, error: { code: 'max_budget_reached' } });
  await verified(project);
});

const synthetic: Step = { answer: { id: 'x', model: '<synthetic>', content: [text('API Error')] } };

it.each<[Played, string, readonly Step[], string]>([
  [
    'claude-code',
    'an HTTP error',
    [synthetic, { result: { is_error: true, api_error_status: 400, result: 'API Error: 400 broken newts' } }],
    'broken newts',
  ],
  [
    'claude-code',
    'an error that stands only in a list',
    [{ result: { subtype: 'error_during_execution', errors: ['lost newts'] } }],
    'lost newts',
  ],
  ['claude-code', 'an end without words', [{ result: { subtype: 'error_max_turns' } }], 'error_max_turns'],
  ['claude-code', 'its exit', [{ exit: 3 }], 'exited with 3'],
  [
    'codex',
    'an HTTP error',
    [{ over: { status: 'failed', error: { message: '{"error":{"message":"400 broken newts"}}' } } }],
    'broken newts',
  ],
  [
    'codex',
    'an error that came before the end',
    [
      { tell: { method: 'error', willRetry: true, error: { message: 'again' } } },
      { tell: { method: 'error', error: { message: '400 lost newts' } } },
      { over: { status: 'failed' } },
    ],
    'lost newts',
  ],
  ['codex', 'an end without words', [{ over: { status: 'interrupted' } }], 'interrupted'],
  ['codex', 'its exit', [{ exit: 3 }], 'exited with 3'],
  [
    'codex',
    'a prompt that it refuses',
    [{ refuse: { method: 'turn/start', message: 'no newts' } }],
    'no newts',
  ],
])('%s: %s is told as an error of the model', async (agent, _, steps, message) => {
  const { project, answer } = await run(agent, steps);
  expect(answer).toMatchObject({
    exit_code: 1,
    error: { code: 'model_error', message: expect.stringContaining(message) },
  });
  await verified(project);
});

it.each<[Played, string, Step, string]>([
  ['claude-code', 'refuses to begin', { begin: { subtype: 'error', error: 'no newts' } }, 'no newts'],
  ['claude-code', 'exits', { begin: { exit: 3 } }, 'exited with 3'],
  ['codex', 'refuses to begin', { refuse: { method: 'thread/start', message: 'no newts' } }, 'no newts'],
  ['codex', 'exits', { refuse: { method: 'initialize', exit: 3 } }, 'exited with 3'],
])('%s that %s before its turn is told with its reason', async (agent, _, step, reason) => {
  const { answer } = await run(agent, [step]);
  expect(answer.exit_code).not.toBe(0);
  expect(JSON.stringify(answer.error)).toContain(reason);
});

it.each(both)('%s goes on after lines that are no message, which are noted', async (agent) => {
  const { project, answer } = await run(agent, [{ raw: 'no json\n\n[1]\n' }, says[agent]]);
  expect(answer).toMatchObject({ exit_code: 0 });
  expect(JSON.stringify(project.records())).toContain('a line that is no JSON object');
  await verified(project);
});

it.each<[Played, string, object]>([
  ['claude-code', 'mcp_message', {}],
  ['codex', 'item/tool/call', { error: { code: -32_601 } }],
])('%s is told that nothing is offered beyond words on its calls', async (agent, asked, told) => {
  const { project, answer } = await run(agent, [{ other: asked }, says[agent]]);
  expect(answer).toMatchObject({ exit_code: 0 });
  expect(JSON.parse(readFileSync(join(project.cwd, 'told'), 'utf8'))).toMatchObject(told);
});

it.each(both)('%s is asked to end its turn by a signal', async (agent) => {
  const project = drivenProject();
  const argv = project.configure([[call('c1', 'ls'), { wait: true }]], { agent, model: 'some-model' });
  const running = startCall(ctxProgram(), [...argv, '--output-format', 'json'], {
    cwd: project.cwd,
    env: envOf(agent),
    // However long it takes to acknowledge it.
    clock: heldClock(fixedClock).clock,
  });
  await until(() => project.has('made-by-c1') && typed(project, 'tool.returned').length === 1);
  running.interrupt('SIGINT');
  expect(await running.answer).toMatchObject({ exitCode: 130 });
  expect(typed(project, 'turn.interrupted')).toMatchObject([{ cause: 'signal', cancel_observed: true }]);
  await verified(project);
});

// How a driven run ends: the same reasons and exit codes as with our own loop, whatever the agent claims.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DrivenProject, drivenProject, type Step } from '../../test/drive/driven-project.js';
import { heldClock } from '../../test/held-clock.js';
import { ctxProgram, fixedClock, startCall } from '../../test/in-process.js';
import { isRunning, until } from '../../test/processes.js';

const call = (id: string, command: string, more: object = {}): Step => ({ call: { id, command, ...more } });
const ended = (usage: object) => ({ end: { stopReason: 'end_turn', usage } });

/** Whatever the ending: the log verifies, and a replay decides the same. */
async function holds(project: DrivenProject): Promise<void> {
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass', findings: [] } });
  expect(await project.ctx(['replay', 's'])).toMatchObject({ exit_code: 0, data: { identical: true } });
}

it.each<[string, Step[], object, object]>([
  ['completes', [{ say: 'Done.' }], {}, { exit_code: 0 }],
  [
    'stops at a denied call, where the policy wants that',
    [call('c1', 'git push'), { say: 'Oh.' }],
    { policy: { deny: ['bash(git push *)'], on_deny: 'stop' } },
    { exit_code: 1, error: { code: 'tool_denied' } },
  ],
  [
    'stops at a call that is denied and was made unasked',
    [call('c1', 'git push', { ask: false }), { wait: true }],
    { policy: { deny: ['Bash(git push *)'] } },
    { exit_code: 1, error: { code: 'tool_denied' } },
  ],
  [
    'stops where the tokens are spent',
    [{ say: 'Much.' }, ended({ inputTokens: 90, outputTokens: 20 })],
    { budget: { max_tokens: 100 } },
    { exit_code: 1, error: { code: 'max_budget_reached' } },
  ],
  [
    'stops where the tool calls are used up',
    [call('c1', 'ls'), call('c2', 'ls'), { say: 'Never.' }],
    { budget: { max_tool_calls: 1 } },
    { exit_code: 1, error: { code: 'max_budget_reached' } },
  ],
  [
    'stops where the model was asked often enough',
    [call('c1', 'ls'), call('c2', 'ls'), { wait: true }],
    { budget: { max_model_calls_per_turn: 1 } },
    { exit_code: 1, error: { code: 'max_iterations_reached' } },
  ],
  [
    'tells an error of the provider',
    [{ fail: { code: -32603, message: 'Internal error', data: { details: '400 the model is broken' } } }],
    {},
    { exit_code: 1, error: { code: 'model_error', message: expect.stringContaining('the model is broken') } },
  ],
  [
    'tells a refused credential',
    [{ fail: { code: -32000, message: 'Log in first' } }],
    {},
    { exit_code: 1, error: { code: 'model_error', kind: 'auth' } },
  ],
  [
    'tells that there was no answer, though the turn is said to be over',
    [call('c1', 'ls')],
    {},
    { exit_code: 1, error: { code: 'model_error', message: expect.stringContaining('without an answer') } },
  ],
  [
    'tells that the agent is gone, with its exit code',
    [{ say: 'Soon' }, { exit: 144 }],
    {},
    { exit_code: 1, error: { code: 'model_error', message: expect.stringContaining('exited with 144') } },
  ],
  [
    'tells that the agent is gone, though it exits with 0',
    [{ exit: 0 }],
    {},
    { exit_code: 1, error: { code: 'model_error', message: expect.stringContaining('exited with 0') } },
  ],
  [
    'tells an end that has no known reason',
    [{ say: 'x' }, { end: { stopReason: 'because' } }],
    {},
    { exit_code: 1, error: { code: 'model_error', message: expect.stringContaining('because') } },
  ],
  [
    'tells a refusal',
    [{ say: 'No.' }, { end: { stopReason: 'refusal' } }],
    {},
    { error: { code: 'content_filter' } },
  ],
  [
    'tells an answer that was cut',
    [{ say: 'Ye' }, { end: { stopReason: 'max_tokens' } }],
    {},
    { error: { code: 'length' } },
  ],
])('%s', async (_, steps, more, expected) => {
  const project = drivenProject();
  expect(await project.run([steps], more)).toMatchObject(expected);
  await holds(project);
});

it.each([
  ['a deadline', 9_000, ['--timeout-seconds', '9'], 'timeout', 2],
  ['silence', 7_000, ['--idle-seconds', '7'], 'idle', 2],
])('is ended by %s, with all that it started', async (_, ms, flags, cause, exitCode) => {
  const project = drivenProject();
  const argv = project.configure([[{ leave: 'left-behind' }, call('c1', 'sleep'), { hang: true }]]);
  const { clock, ring } = heldClock(fixedClock, [2_000]);
  const { answer } = startCall(ctxProgram(), [...argv, ...flags, '--output-format', 'json'], {
    clock,
    cwd: project.cwd,
  });
  await until(() => project.has('made-by-c1'));
  await until(() => project.records().at(-1)?.type === 'tool.returned');
  ring(ms);
  expect(await answer).toMatchObject({ exitCode });
  expect(project.records().find(({ type }) => type === 'turn.interrupted')).toMatchObject({
    cause,
    cancel_observed: false,
  });
  const pid = Number(readFileSync(join(project.cwd, 'left-behind'), 'utf8'));
  expect(pid).toBeGreaterThan(0);
  await until(() => !isRunning(pid));
  await holds(project);
});

it('is cancelled by a signal, and says whether the agent acknowledged it', async () => {
  const project = drivenProject();
  const argv = project.configure([[{ say: 'Working' }, call('c1', 'ls'), { wait: true }]]);
  // However long it takes to acknowledge it.
  const { clock } = heldClock(fixedClock);
  const running = startCall(ctxProgram(), [...argv, '--output-format', 'json'], { clock, cwd: project.cwd });
  await until(() => project.has('made-by-c1'));
  running.interrupt('SIGINT');
  expect(await running.answer).toMatchObject({ exitCode: 130 });
  expect(project.records().find(({ type }) => type === 'turn.interrupted')).toMatchObject({
    cause: 'signal',
    cancel_observed: true,
  });
  await holds(project);
});

// Turns that an agent tells in no shape that anybody expects: each is in the log, verified, and replayed from it as it was.

import { expect, it } from 'vitest';
import { type DrivenProject, drivenProject, type Step } from '../../test/drive/driven-project.js';

const told = { say: 'Done.' };

function update(body: object, sessionId = 's1'): Step {
  const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: body } };
  return { raw: `${JSON.stringify(message)}\n` };
}

const call = (more: object): Step =>
  update({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'ls', kind: 'execute', ...more });
const begun = call({ status: 'in_progress' });
/** As it stands on the wire: what JSON.stringify would not write. */
const written = (rawInput: string, status: string): Step => ({
  raw: `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"c1","title":"x","kind":"execute","status":"${status}","rawInput":${rawInput}}}}\n`,
});

async function soundly(project: DrivenProject): Promise<void> {
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
  expect(await project.ctx(['replay', 's'])).toMatchObject({ data: { identical: true } });
}

it.each<[string, readonly Step[], object]>([
  ['an answer', [begun, told], { exit_code: 0, data: { runs: [{ turns: [{ output: 'Done.' }] }] } }],
  [
    'an answer and what it used',
    [begun, told, { end: { stopReason: 'end_turn', usage: { inputTokens: 5, outputTokens: 2 } } }],
    { exit_code: 0, data: { totals: { input_tokens: 5, output_tokens: 2 } } },
  ],
  [
    'an answer that was cut off',
    [begun, told, { end: { stopReason: 'max_tokens' } }],
    { exit_code: 1, error: { code: 'length' } },
  ],
  ['no answer', [begun], { exit_code: 1, error: { code: 'model_error' } }],
  ['its death', [begun, told, { exit: 3 }], { exit_code: 1, error: { code: 'model_error' } }],
])('ends a turn with a call still open by %s', async (_, steps, answer) => {
  const project = drivenProject();
  expect(await project.run([steps])).toMatchObject(answer);
  expect(project.records().find(({ type }) => type === 'tool.returned')).toMatchObject({ interrupted: true });
  await soundly(project);
});

it.each<[string, readonly Step[]]>([
  ['an id that is a name of every object', [call({ toolCallId: '__proto__', status: 'completed' })]],
  ['an id of a megabyte', [call({ toolCallId: 'y'.repeat(1 << 20), status: 'completed' })]],
  [
    'escape codes everywhere',
    [call({ toolCallId: '\u001b[31m', title: '\u001b]0;t\u0007\u202e', status: 'completed' })],
  ],
  ['half of a character', [written('{"command":"ls \\ud800","k\\ud801":1}', 'completed')]],
  ['members of every object', [written('{"__proto__":{"a":1},"toJSON":"x","command":"ls"}', 'completed')]],
  [
    'an end twice',
    [call({ status: 'completed' }), call({ status: 'completed' }), call({ status: 'failed' })],
  ],
  [
    'values of other types',
    [call({ title: [1], kind: {}, status: 'completed', content: [null, 1], locations: [0] })],
  ],
  [
    'an input as deep as a message may be',
    [written(`${'{"a":'.repeat(150)}1${'}'.repeat(150)}`, 'completed')],
  ],
  ['thoughts between calls', [{ think: 'hm' }, { call: { id: 'c1', command: 'ls' } }, { think: 'so' }]],
])('has a call with %s in the log, once', async (_, steps) => {
  const project = drivenProject();
  expect(await project.run([[...steps, told]])).toMatchObject({ exit_code: 0, data: { warnings: [] } });
  expect(project.records().filter(({ type }) => type === 'tool.requested')).toHaveLength(1);
  await soundly(project);
});

it('hides no call behind a number that no log can hold', async () => {
  const project = drivenProject();
  const push = written('{"command":"git push","a":1e400,"b":[-1e999]}', 'in_progress');
  const policy = { deny: ['bash(git push*)'] };
  expect(await project.run([[push, { wait: true }]], { policy })).toMatchObject({
    exit_code: 1,
    error: { code: 'tool_denied' },
  });
  expect(project.records().find(({ type }) => type === 'tool.requested')).toMatchObject({
    input: { command: 'git push', a: null, b: [null] },
    enforcement: 'none',
  });
  await soundly(project);
});

it.each([
  ['less than nothing', { inputTokens: -5, outputTokens: 3 }],
  ['more than there is', { inputTokens: 1e300, outputTokens: 3 }],
  ['half a token', { inputTokens: 0.5, outputTokens: 3 }],
])('counts no tokens where an agent says that it used %s', async (_, usage) => {
  const project = drivenProject();
  const end = { end: { stopReason: 'end_turn', usage } };
  expect(await project.run([[told, end]], { budget: { max_tokens: 10 } })).toMatchObject({
    exit_code: 0,
    data: { totals: { input_tokens: null, output_tokens: null } },
  });
  await soundly(project);
});

it('takes nothing from an agent that goes on talking after its turn was ended', async () => {
  const project = drivenProject();
  expect(await project.overtaken([[{ servers: 'begun' }, { defy: true }]], 'begun')).toMatchObject({
    exit_code: 2,
    error: { code: 'timeout' },
  });
  const last = project.records().findLastIndex(({ type }) => type === 'turn.interrupted');
  expect(
    project
      .records()
      .slice(last)
      .map(({ type }) => type),
    // The file that it begins with changed the workspace.
  ).toEqual(['turn.interrupted', 'workspace.changed', 'turn.closed', 'run.closed']);
  await soundly(project);
});

// The recording proxy and an agent that misbehaves, dies or is not there.

import { expect, it } from 'vitest';
import { select } from './acp-client.js';
import { begun, options, permission, project, steps, update } from './acp-relay-project.js';
import { runBuilt } from './built.js';

it.each([
  ['that offers no way to say no', [options[0]], { outcome: 'cancelled' }],
  ['that offers nothing', [], { outcome: 'cancelled' }],
  ['that offers nonsense', [null, 7, { optionId: 'x', kind: 'reject_maybe' }], { outcome: 'cancelled' }],
  [
    'that offers only never again',
    [{ optionId: 'never', name: 'Never', kind: 'reject_always' }],
    { outcome: 'selected', optionId: 'never' },
  ],
])('denies a question %s', async (_, offered, outcome) => {
  const { cwd, start } = project();
  const editor = start(['--deny-tool', 'bash']);
  await editor.prompt(await editor.open(cwd), steps(permission('c1', 'ls', offered)));
  expect(editor.said()).toBe(JSON.stringify([{ outcome }]));
  expect(editor.asked).toEqual([]);
  await editor.leave();
});

it('notices a call that becomes another one after it was allowed', async () => {
  const { cwd, start, findings } = project();
  const editor = start(['--deny-tool', 'bash(git push *)'], { answer: () => select('go') });
  await editor.prompt(
    await editor.open(cwd),
    steps(permission('c1', 'git status'), update('c1', 'completed', { rawInput: { command: 'git push' } })),
  );
  await editor.leave();
  expect(findings()).toEqual(['deny_skipped']);
});

it('survives ten thousand malformed messages from the agent, within bounds', async () => {
  const { cwd, startBuilt, findings, verified } = project();
  const editor = startBuilt([]);
  const id = await editor.open(cwd);
  expect(await editor.prompt(id, steps({ raw: '{"broken\n'.repeat(10_000) }, { say: 'Still here.' }))).toBe(
    'end_turn',
  );
  await editor.leave();
  expect(findings().length).toBeLessThanOrEqual(200);
  expect(editor.stderr().length).toBeLessThan(100_000);
  await verified();
});

it.each([
  [
    'tells of a session that nobody opened',
    { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x' } }, of: 'other' },
  ],
  ['answers what nobody asked', { raw: '{"jsonrpc":"2.0","id":77,"result":{}}\n' }],
  [
    'uses a call id twice',
    begun('c1', 'ls'),
    update('c1', 'completed'),
    begun('c1', 'pwd'),
    update('c1', 'completed'),
  ],
  ['returns from a call that it never began', update('c9', 'completed')],
  ['says a megabyte in steering signs', { say: '\u001b[2J\u0007'.repeat(200_000) }],
  [
    'calls a tool with a deep input',
    {
      update: {
        sessionUpdate: 'tool_call',
        toolCallId: 'd',
        status: 'in_progress',
        kind: 'execute',
        rawInput: JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`),
      },
    },
  ],
])('goes on and seals the session when the agent %s', async (_, ...work) => {
  const { cwd, start, records, verified } = project();
  const editor = start([], { answer: () => select('go') });
  const id = await editor.open(cwd);
  expect(await editor.prompt(id, steps(...work))).toBe('end_turn');
  expect(await editor.leave()).toBe(0);
  expect(records().at(-1)).toMatchObject({ type: 'run.closed', stop_reason: 'completed' });
  await verified();
});

it('tells the editor when the agent dies, seals the turn as failed, and ends with its exit code', async () => {
  const { cwd, start, records, verified } = project();
  const editor = start([]);
  const id = await editor.open(cwd);
  await expect(editor.prompt(id, steps(begun('c1', 'ls'), { exit: 7 }))).rejects.toThrow(
    'the agent ended (7)',
  );
  expect(await editor.exited).toBe(7);
  expect(records().slice(-4)).toMatchObject([
    { type: 'finding', code: 'agent_failed' },
    { type: 'tool.returned', interrupted: true },
    { type: 'turn.closed', result: { stop_reason: 'model_error' } },
    { type: 'run.closed', stop_reason: 'model_error' },
  ]);
  await verified();
});

it('records the agent’s own error as a failed turn, and its stop reasons as they are', async () => {
  const { cwd, start, records } = project();
  const editor = start([]);
  const id = await editor.open(cwd);
  await expect(editor.prompt(id, steps({ fail: { code: -32_603, message: 'no quota' } }))).rejects.toThrow(
    'no quota',
  );
  expect(await editor.prompt(id, steps({ stop: 'refusal' }))).toBe('refusal');
  expect(await editor.prompt(id, steps({ stop: 'max_tokens' }))).toBe('max_tokens');
  await editor.leave();
  expect(records().flatMap((one) => (one.type === 'turn.closed' ? [one.result.stop_reason] : []))).toEqual([
    'model_error',
    'content_filter',
    'length',
  ]);
});

it('ends the agent and seals the session when the editor leaves in the middle of a turn', async () => {
  const { cwd, startBuilt, records, verified } = project();
  const editor = startBuilt([]);
  const id = await editor.open(cwd);
  const turn = editor.prompt(id, steps({ say: 'On it.' }, { hang: true })).catch(() => 'gone');
  await editor.update(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk');
  editor.child.stdin?.end();
  await editor.exited;
  await turn;
  expect(records().at(-1)).toMatchObject({ type: 'run.closed' });
  await verified();
});

it.each([
  [['--', 'no-such-agent-anywhere'], 'cannot be started'],
  [['--model', 'script:s.yaml', '--', 'agent'], '--model'],
])('exits 1 where %j makes no sense, and starts nothing', async (words, says) => {
  const { cwd, home, logs } = project();
  const { exitCode, stdout, stderr } = await runBuilt('ctx', ['acp', ...words], { cwd, env: { HOME: home } });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain(says);
  expect(logs()).toEqual([]);
});

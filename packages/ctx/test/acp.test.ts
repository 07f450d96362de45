// ctx as the agent of an editor: the official SDK's client at the built program, or over a carrier of the test's own.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { methods } from '@agentclientprotocol/sdk';
import { expect, it, onTestFinished } from 'vitest';
import { select } from './acp-client.js';
import { bash, failure, model, project } from './acp-project.js';
import { ownServer } from './mcp-servers.js';
import { spawnBuilt } from './memory-project.js';
import { isRunning, until } from './processes.js';
import { scriptedModelServer } from './real-hosts/scripted-model-server.js';
import { scriptOf } from './scripted.js';
import { chatChunk, eventStream, wireServer } from './wire-server.js';

it('is an ordinary session: streamed, asked about in the editor, verified, replayed and reported', async () => {
  const { cwd, startBuilt, json, records } = project();
  const editor = startBuilt([...model('s'), '--ask-tool', 'write'], { answer: () => select('once') });
  const id = await editor.open(cwd);
  expect(await editor.prompt(id, 'Write it.')).toBe('end_turn');
  expect(editor.said()).toBe('Writing.Done.');
  const path = join(cwd, 'a.txt');
  expect(editor.asked).toMatchObject([
    {
      sessionId: id,
      toolCall: { kind: 'edit', content: [{ type: 'diff', path, oldText: 'old\n', newText: 'new\n' }] },
      options: [
        { kind: 'allow_once' },
        { kind: 'allow_always' },
        { kind: 'allow_always' },
        { kind: 'reject_once' },
      ],
    },
  ]);
  const calls = editor.updates.filter(({ sessionUpdate }) => sessionUpdate.startsWith('tool_call'));
  expect(calls).toMatchObject([
    { sessionUpdate: 'tool_call', status: 'pending', kind: 'edit', locations: [{ path }] },
    { sessionUpdate: 'tool_call_update', status: 'in_progress' },
    { sessionUpdate: 'tool_call_update', status: 'completed', content: [{ type: 'diff', path }] },
  ]);
  expect(new Set(calls.map((call) => 'toolCallId' in call && call.toolCallId)).size).toBe(1);
  expect(await editor.leave()).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe('new\n');
  expect(records(id).filter(({ type }) => type.startsWith('approval'))).toMatchObject([
    { type: 'approval.requested', via: 'editor', rule: 'write' },
    { type: 'approval.given', via: 'editor', answer: 'allow', scope: 'once', by: expect.any(String) },
  ]);
  expect(await json('verify', id)).toMatchObject({ exit_code: 0 });
  expect(await json('replay', id)).toMatchObject({ exit_code: 0 });
  expect(await json('report', id, '--out', 'pages')).toMatchObject({ exit_code: 0 });
});

it.each([
  ['reject', { answer: 'deny', scope: 'once', by: expect.any(String) }, 'old\n'],
  ['session', { answer: 'allow', scope: 'session' }, 'new\n'],
  ['project', { answer: 'allow', scope: 'project' }, 'new\n'],
  [
    'an option that was not offered',
    { answer: 'deny', by: null, reason: expect.stringContaining('none of') },
    'old\n',
  ],
])('records %s as the answer that it is', async (option, given, text) => {
  const { cwd, start, records } = project();
  const editor = start([...model('s'), '--ask-tool', 'write'], { answer: () => select(option) });
  const id = await editor.open(cwd);
  expect(await editor.prompt(id, 'Write it.')).toBe('end_turn');
  await editor.leave();
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe(text);
  expect(records(id).find(({ type }) => type === 'approval.given')).toMatchObject(given);
});

it('asks no more in the project about what was allowed there for good', async () => {
  const { cwd, start } = project();
  const words = [...model('s'), '--ask-tool', 'write'];
  const first = start(words, { answer: () => select('project') });
  await first.prompt(await first.open(cwd), 'Write it.');
  await first.leave();
  const second = start(words);
  expect(await second.prompt(await second.open(cwd), 'Again.')).toBe('end_turn');
  await second.leave();
  expect(second.asked).toEqual([]);
});

it('shows a denial as a failed call, and goes on', async () => {
  const { cwd, start } = project();
  const editor = start([...model('s'), '--deny-tool', 'write']);
  expect(await editor.prompt(await editor.open(cwd), 'Write it.')).toBe('end_turn');
  const ended = await editor.update((update) => 'status' in update && update.status === 'failed');
  expect(JSON.stringify(ended)).toContain('Denied');
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('old\n');
  await editor.leave();
});

it('cancels a turn under way, keeps the session and goes on with it', async () => {
  const { cwd, start, records, json } = project();
  const editor = start(model('long'));
  const id = await editor.open(cwd);
  const turn = editor.prompt(id, 'Wait.');
  await editor.update((update) => 'status' in update && update.status === 'in_progress');
  const refused = await failure(editor.prompt(id, 'Meanwhile.'));
  expect(refused).toMatchObject({ code: -32_600, message: expect.stringContaining('under way') });
  for (let i = 0; i < 50; i++) await editor.agent.notify(methods.agent.session.cancel, { sessionId: id });
  expect(await turn).toBe('cancelled');
  await editor.agent.request(methods.agent.session.setConfigOption, {
    sessionId: id,
    configId: 'model',
    value: 'script:talk.yaml',
  });
  expect(await editor.prompt(id, 'And now?')).toBe('end_turn');
  expect(await editor.leave()).toBe(0);
  expect(records(id).flatMap((one) => (one.type === 'run.closed' ? [one.stop_reason] : []))).toEqual([
    'cancelled',
    'completed',
  ]);
  expect(await json('verify', id)).toMatchObject({ exit_code: 0 });
});

it('cancels a turn whose cancel came in one piece with its prompt, the first and the next', async () => {
  const { cwd, home, json } = project();
  const child = spawnBuilt(['acp', ...model('long')], cwd, { HOME: home });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  const answerTo = async (id: number): Promise<Record<string, string>> => {
    for (;;) {
      const message = JSON.parse((await lines.next()).value);
      if (message.id === id) return message.result;
    }
  };
  child.stdin.write(line({ id: 1, method: 'initialize', params: { protocolVersion: 1 } }));
  child.stdin.write(line({ id: 2, method: 'session/new', params: { cwd, mcpServers: [] } }));
  const { sessionId = '' } = await answerTo(2);
  for (const id of [3, 4]) {
    const prompt = [{ type: 'text', text: 'Wait.' }];
    const asked = line({ id, method: 'session/prompt', params: { sessionId, prompt } });
    child.stdin.write(`${asked}${line({ method: 'session/cancel', params: { sessionId } })}`);
    expect(await answerTo(id)).toMatchObject({ stopReason: 'cancelled' });
  }
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdin.end();
  expect(await ended).toBe(0);
  expect(await json('verify', sessionId)).toMatchObject({ exit_code: 0 });
});

it('cancels a turn that waits for an answer which never comes', async () => {
  const { cwd, start, records } = project();
  const editor = start([...model('s'), '--ask-tool', 'write'], {
    answer: () => new Promise(() => {}),
  });
  const id = await editor.open(cwd);
  const turn = editor.prompt(id, 'Write it.');
  await until(() => editor.asked.length > 0);
  await editor.agent.notify(methods.agent.session.cancel, { sessionId: id });
  expect(await turn).toBe('cancelled');
  expect(await editor.leave()).toBe(0);
  expect(records(id).at(-1)).toMatchObject({ type: 'run.closed', stop_reason: 'cancelled' });
});

it.each(['stdin is closed', 'the editor is killed', 'SIGTERM', 'SIGINT'])(
  'seals the session and leaves nothing running when %s',
  async (how) => {
    const { cwd, startBuilt, records, json } = project({
      'long.yaml': scriptOf(bash('echo $$ > pid.tmp; mv pid.tmp pid; sleep 1000'), { say: 'Waited.' }),
    });
    const editor = startBuilt(model('long'));
    const id = await editor.open(cwd);
    const turn = editor.prompt(id, 'Wait.').catch(() => 'gone');
    await until(() => existsSync(join(cwd, 'pid')));
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    if (how === 'stdin is closed') editor.child.stdin?.end();
    else if (how === 'the editor is killed') {
      editor.child.stdin?.destroy();
      editor.child.stdout?.destroy();
    } else editor.child.kill(how === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
    expect(await editor.exited).toBe(how === 'SIGTERM' ? 143 : how === 'SIGINT' ? 130 : 0);
    await turn;
    await until(() => !isRunning(pid));
    expect(records(id).at(-1)).toMatchObject({ type: 'run.closed', stop_reason: 'cancelled' });
    expect(await json('verify', id)).toMatchObject({ exit_code: 0 });
  },
);

it('lists, loads and goes on with a session in another process, and refuses what is none', async () => {
  const { cwd, start, records, json } = project();
  const first = start(model('s'));
  const id = await first.open(cwd);
  await first.prompt(id, 'Write it.');
  await first.leave();

  const { agent, ...second } = start(model('talk'));
  await agent.request(methods.agent.initialize, { protocolVersion: 1 });
  const { sessions } = await agent.request(methods.agent.session.list, { cwd });
  expect(sessions).toMatchObject([{ sessionId: id, cwd, title: 'Write it.' }]);
  await agent.request(methods.agent.session.load, { sessionId: id, cwd, mcpServers: [] });
  expect(second.updates.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
    'user_message_chunk',
    'agent_message_chunk',
    'tool_call',
    'tool_call_update',
    'tool_call_update',
    'agent_message_chunk',
  ]);
  await agent.request(methods.agent.session.setConfigOption, {
    sessionId: id,
    configId: 'model',
    value: 'script:talk.yaml',
  });
  expect(await second.prompt(id, 'More.')).toBe('end_turn');
  for (const sessionId of ['nobody', '../../etc/passwd', '--last', ''])
    expect(
      (await failure(agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] }))).code,
    ).toBeLessThan(-32_000);
  await second.leave();
  expect(records(id).flatMap((one) => (one.type === 'turn.opened' ? [one.prompt] : []))).toEqual([
    'Write it.',
    'More.',
  ]);
  expect(await json('verify', id)).toMatchObject({ exit_code: 0 });
});

it('keeps to the mode that is chosen, within the profile of the command line', async () => {
  const { cwd, start, records } = project();
  const editor = start([...model('s'), '--profile', 'edit']);
  const id = await editor.open(cwd);
  const mode = (modeId: string) =>
    editor.agent.request(methods.agent.session.setMode, { sessionId: id, modeId });
  expect((await failure(mode('full'))).code).toBe(-32_602);
  await mode('read-only');
  expect(await editor.prompt(id, 'Write it.')).toBe('end_turn');
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('old\n');
  await mode('edit');
  expect(await editor.prompt(id, 'Write it now.')).toBe('end_turn');
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('new\n');
  await editor.leave();
  const profiles = records(id).flatMap((one) =>
    one.type === 'run.opened' ? [one.settings.policy.profile] : [],
  );
  expect(profiles).toEqual(['read-only', 'edit']);
});

it('starts MCP servers of the editor once they are trusted, and goes on without them otherwise', async () => {
  const { cwd, start, records } = project({
    'call.yaml': scriptOf({ call: [{ tool: 'mcp__own__echo', input: { text: 'hi' } }] }, { say: 'Done.' }),
  });
  const { command, args } = ownServer();
  const servers = [{ name: 'own', command, args, env: [] }];
  const yes = start(model('talk'), { answer: () => select('yes') });
  const trusted = await yes.open(cwd, servers);
  expect(await yes.prompt(trusted, 'Hello.')).toBe('end_turn');
  await yes.leave();
  expect(yes.asked).toMatchObject([{ options: [{ name: 'Trust it' }, { name: 'Go on without it' }] }]);
  expect(JSON.stringify(yes.asked)).toContain(args[0]);
  const opened = (id: string) => records(id).find(({ type }) => type === 'run.opened');
  expect(opened(trusted)).toMatchObject({ servers: [{ server: 'own', state: 'ready' }] });

  const again = start(model('talk'));
  await again.prompt(await again.open(cwd, servers), 'Hello.');
  await again.leave();
  expect(again.asked).toEqual([]);

  const no = start(model('talk'), { answer: () => select('no') });
  const other = await no.open(cwd, [{ name: 'own', command: 'sh', args: ['-c', 'touch made'], env: [] }]);
  expect(await no.prompt(other, 'Hello.')).toBe('end_turn');
  await no.leave();
  expect(opened(other)).not.toHaveProperty('servers');
  expect(existsSync(join(cwd, 'made'))).toBe(false);
});

it('offers the project’s own commands, and says what one of them says', async () => {
  const { cwd, start, records } = project({
    '.claude/commands/ship.md': '---\ndescription: Ship it\n---\nShip $ARGUMENTS carefully.\n',
  });
  const editor = start(model('talk'));
  const id = await editor.open(cwd);
  const offered = await editor.update(({ sessionUpdate }) => sessionUpdate === 'available_commands_update');
  expect(offered).toMatchObject({ availableCommands: [{ name: 'ship', description: 'Ship it' }] });
  await editor.prompt(id, '/ship the release');
  await editor.leave();
  expect(records(id).find(({ type }) => type === 'turn.opened')).toMatchObject({
    prompt: 'Ship the release carefully.',
  });
});

it('asks by default what a live model wants to change, streams its words and counts its tokens', async () => {
  const { cwd, start, records, json } = project();
  const { url } = await scriptedModelServer(
    'Change it',
    [{ name: 'write', input: { path: 'a.txt', content: 'new\n' } }],
    'Changed it.',
  );
  const editor = start(['--model', 'openai/gpt-5-mini', '--base-url', `${url}/v1`, '--no-sandbox'], {
    env: { OPENAI_API_KEY: 'openai-test-credential' },
    answer: () => select('once'),
  });
  const id = await editor.open(cwd);
  expect(await editor.prompt(id, 'Change it')).toBe('end_turn');
  expect(await editor.prompt(id, 'And again?')).toBe('end_turn');
  expect(editor.asked).toMatchObject([{ toolCall: { kind: 'edit' } }]);
  expect(editor.said()).toBe('Changed it.Changed it.');
  expect(editor.updates).toContainEqual(
    expect.objectContaining({
      sessionUpdate: 'usage_update',
      size: expect.any(Number),
      cost: expect.anything(),
    }),
  );
  expect(await editor.leave()).toBe(0);
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('new\n');
  expect(
    records(id).flatMap((one) => (one.type === 'run.opened' ? [one.settings.policy.default] : [])),
  ).toEqual(['asks', 'asks']);
  expect(await json('verify', id)).toMatchObject({ exit_code: 0 });
  expect(await json('replay', id)).toMatchObject({ exit_code: 0 });
});

it('shows what the model thinks while it thinks, once', async () => {
  const pieces = ['Which ', 'animal? ', 'The newt.'];
  const server = await wireServer(
    eventStream(
      ...pieces.map((reasoning_content) => chatChunk({ reasoning_content })),
      chatChunk({ content: 'The newt.' }, 'stop'),
      '[DONE]',
    ),
  );
  const { cwd, start, records } = project();
  const editor = start(['--model', 'openai-compatible/local', '--base-url', `${server.url}/v1`]);
  const id = await editor.open(cwd);
  expect(await editor.prompt(id, 'Which?')).toBe('end_turn');
  await editor.leave();
  const chunks = editor.updates.flatMap((update) =>
    update.sessionUpdate === 'agent_thought_chunk' && update.content.type === 'text'
      ? [update.content.text]
      : [],
  );
  expect(chunks.length).toBeGreaterThan(1);
  expect(chunks.join('')).toBe(pieces.join(''));
  expect(editor.said()).toBe('The newt.');
  expect(records(id).find(({ type }) => type === 'model.responded')).toMatchObject({
    content: [{ type: 'reasoning', text: pieces.join('') }, { type: 'text' }],
  });
});

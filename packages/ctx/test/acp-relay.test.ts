// The recording proxy: an agent that does what it is told behind the proxy (the built program, or in this process), and the official
// SDK's client before it.

import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { select } from './acp-client.js';
import { begun, permission, project, steps, update } from './acp-relay-project.js';
import { builtFolder, cleanEnvironment } from './built.js';

it('seals what was asked, allowed, done and said', async () => {
  const { cwd, startBuilt, records, verified, json } = project();
  const editor = startBuilt([], { answer: () => select('go') });
  const id = await editor.open(cwd);
  const output = { content: [{ type: 'content', content: { type: 'text', text: 'one file' } }] };
  const work = steps({ say: 'Looking.' }, permission('c1', 'ls'), update('c1', 'completed', output));
  expect(await editor.prompt(id, work)).toBe('end_turn');
  expect(editor.said()).toBe('Looking.[{"outcome":{"outcome":"selected","optionId":"go"}}]');
  expect(await editor.leave()).toBe(0);
  expect(records()).toMatchObject([
    { type: 'session.opened', origin: { kind: 'captured', session_id: 'theirs-1' } },
    { type: 'run.opened', agent: { name: 'pretend', version: '1.2', protocol: 'acp' } },
    { type: 'turn.opened', prompt: work },
    { type: 'approval.requested', call_id: 'c1', via: 'editor' },
    { type: 'approval.given', answer: 'allow', scope: 'once', via: 'editor', by: expect.any(String) },
    { type: 'tool.requested', tool: 'execute', input: { command: 'ls' }, enforcement: 'asked' },
    { type: 'tool.returned', output: 'one file', is_error: false },
    {
      type: 'turn.closed',
      result: { stop_reason: 'completed', output: expect.stringMatching(/^Looking\./) },
    },
    { type: 'run.closed', stop_reason: 'completed' },
  ]);
  await verified();
  expect(await json('list-sessions')).toMatchObject({ data: { sessions: [{ agent: 'pretend' }] } });
});

it('answers what a rule denies itself, with the agent’s own no, and lets people see it', async () => {
  const { cwd, start, records, verified } = project();
  const editor = start(['--deny-tool', 'bash(git push *)'], { answer: () => select('go') });
  const id = await editor.open(cwd);
  await editor.prompt(id, steps(permission('c1', 'git push origin main'), permission('c2', 'git status')));
  expect(editor.said()).toContain(
    '[{"outcome":{"outcome":"selected","optionId":"stop-it"}},{"outcome":{"outcome":"selected","optionId":"go"}}]',
  );
  expect(editor.asked.map(({ toolCall }) => toolCall.toolCallId)).toEqual(['c2']);
  expect(editor.updates).toContainEqual(
    expect.objectContaining({ sessionUpdate: 'tool_call', toolCallId: 'c1', status: 'failed' }),
  );
  await editor.leave();
  expect(records().filter(({ type }) => type.startsWith('tool.'))).toMatchObject([
    { type: 'tool.denied', call_id: 'c1', rule: 'bash(git push *)' },
    { type: 'tool.requested', call_id: 'c2', enforcement: 'asked' },
    { type: 'tool.returned', call_id: 'c2', interrupted: true },
  ]);
  await verified();
});

it('applies what the project denies to every agent', async () => {
  const { cwd, start, records } = project();
  mkdirSync(join(cwd, '.context'), { recursive: true });
  writeFileSync(
    join(cwd, '.context/config.yaml'),
    'hooks:\n  deny:\n    - { rule: "Bash(rm *)", because: "never" }\n',
  );
  const editor = start([], { answer: () => select('go') });
  await editor.prompt(await editor.open(cwd), steps(permission('c1', 'rm -rf build')));
  expect(editor.asked).toEqual([]);
  await editor.leave();
  expect(records().find(({ type }) => type === 'tool.denied')).toMatchObject({ rule: 'Bash(rm *)' });
});

it.each([
  ['denies', ['--deny-tool', 'bash(git push *)'], 'deny_skipped'],
  ['asks about', ['--ask-tool', 'bash(git push *)'], 'ask_skipped'],
])('records a call that was made without asking, and that a rule %s, as such', async (_, words, code) => {
  const { cwd, start, records, findings, verified } = project();
  const editor = start(words);
  await editor.prompt(
    await editor.open(cwd),
    steps(begun('c1', 'git push'), update('c1', 'completed'), begun('c2', 'ls'), update('c2', 'failed')),
  );
  await editor.leave();
  expect(findings()).toEqual([code]);
  expect(records().filter(({ type }) => type.startsWith('tool.'))).toMatchObject([
    { type: 'tool.requested', call_id: 'c1', enforcement: 'none' },
    { type: 'tool.returned', call_id: 'c1', is_error: false },
    { type: 'tool.requested', call_id: 'c2', enforcement: 'none' },
    { type: 'tool.returned', call_id: 'c2', is_error: true },
  ]);
  await verified();
});

it('keeps what the agent has its client do within the rules: files and terminals', async () => {
  const { cwd, start, records, verified } = project();
  symlinkSync('a.txt', join(cwd, 'link.txt'));
  const asked: string[] = [];
  const editor = start(['--deny-tool', 'write(a.txt)', '--ask-tool', 'bash', '--deny-tool', 'bash(curl *)'], {
    answer: ({ toolCall }) => {
      asked.push(String(toolCall.title));
      return select('allow');
    },
  });
  const id = await editor.open(cwd);
  const path = join(cwd, 'a.txt');
  await editor.prompt(
    id,
    steps(
      { ask: 'fs/write_text_file', with: { path, content: 'new' } },
      { ask: 'fs/write_text_file', with: { path: join(cwd, 'link.txt'), content: 'new' } },
      { ask: 'terminal/create', with: { command: 'curl', args: ['http://example.com'] } },
      { ask: 'terminal/create', with: { command: 'make', args: ['all'] } },
    ),
  );
  const [first, second, third, fourth] = JSON.parse(editor.said());
  expect([first.message, second.message, third.message].every((text) => /denies/.test(text))).toBe(true);
  // Nobody implements terminals here: it got there, once it was allowed.
  expect(fourth).toMatchObject({ code: -32_601 });
  expect(asked).toEqual(['bash make all']);
  await editor.leave();
  expect(records().filter(({ type }) => type === 'tool.denied')).toHaveLength(3);
  await verified();
});

it('passes every byte on as it came, also what it cannot read', async () => {
  const { cwd, home } = project();
  const odd = [
    '{"jsonrpc":"2.0",  "method":"_odd/thing","params":{"z":1,"a":[ ],"\\u0061":"\\u00e9é"}}\r\n',
    '\n  \n"not a message"\n[1,2]\n\t{"id":1}\n{"jsonrpc":"2.0","id":5,"result":{ }}\n',
    '{"jsonrpc":"2.0","method":"_odd/last"}',
  ].join('');
  expect(await echoed(['acp', '--', 'cat'], odd, cwd, home)).toBe(odd);
});

it('goes on with the log of a session that is loaded again', async () => {
  const { cwd, start, logs, records, verified } = project();
  const first = start([]);
  await first.prompt(await first.open(cwd), steps({ say: 'One.' }));
  await first.leave();
  const second = start([]);
  await second.agent.request(methods.agent.initialize, { protocolVersion: 1 });
  await second.agent.request(methods.agent.session.load, { sessionId: 'theirs-1', cwd, mcpServers: [] });
  await second.prompt('theirs-1', steps({ say: 'Two.' }));
  await second.leave();
  expect(logs()).toHaveLength(1);
  expect(records().flatMap((one) => (one.type === 'run.opened' ? [one.run_id] : []))).toEqual([
    'main',
    'main-2',
  ]);
  await verified();
});

/** What comes back of a text, until the program ends. */
function echoed(words: readonly string[], text: string, cwd: string, home: string): Promise<string> {
  const child = spawn(process.execPath, [join(builtFolder(), 'ctx.cjs'), ...words], {
    cwd,
    env: cleanEnvironment(home),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    out += piece;
  });
  child.stdin.end(text);
  return new Promise((resolve) => child.once('close', () => resolve(out)));
}

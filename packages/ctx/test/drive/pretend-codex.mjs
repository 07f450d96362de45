// Speaks as the app server of Codex does, and plays a script: a list of steps, in a file. A call really touches a file, so that a test sees
// what was let through. It needs nothing but Node.

import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const turns = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const waiting = new Map();
const threadId = 't1';
let asked = 0;
let turn = 0;
let began;
let stop;
/** Asked to end the turn, also where that comes before it waits for it. */
const stopped = new Promise((resolve) => {
  stop = resolve;
});

const write = (text) => process.stdout.write(text);
const send = (message) => write(`${JSON.stringify(message)}\n`);
const tell = (method, params) => send({ method, params: { threadId, ...params } });
const request = (method, params) =>
  new Promise((resolve) => {
    const id = `a${++asked}`;
    waiting.set(id, resolve);
    send({ id, method, params: { threadId, ...params } });
  });

/** Begins an item, asks about it, and tells how it ended. */
async function made(item, question, asks, done) {
  tell('item/started', { item: { ...item, status: 'inProgress' } });
  const { result } = await request(question, { itemId: item.id, ...asks });
  const isAllowed = result.decision === 'accept';
  if (isAllowed) writeFileSync(`made-by-${item.id}`, '');
  tell('item/completed', {
    item: { ...item, ...(isAllowed ? { status: 'completed', ...done } : { status: 'declined' }) },
  });
}

async function hook(event) {
  const { command } = began.config.hooks.PreToolUse[0].hooks[0];
  const child = spawn('/bin/sh', ['-c', command]);
  child.stdin.end(JSON.stringify(event));
  let said = '';
  for await (const piece of child.stdout) said += piece;
  appendFileSync('hook-said', `${said}\n`);
}

const steps = {
  say: (delta) => tell('item/agentMessage/delta', { delta }),
  think: (delta) => tell('item/reasoning/textDelta', { delta }),
  call({ id, command, exitCode = 0, aggregatedOutput = `${id} done` }) {
    const asks = { command: `/bin/bash -lc ${command}`, cwd: process.cwd() };
    const item = { id, type: 'commandExecution', ...asks };
    return made(item, 'item/commandExecution/requestApproval', asks, { exitCode, aggregatedOutput });
  },
  change({ id, path }) {
    const item = { id, type: 'fileChange', changes: [{ path, kind: 'add', diff: '+newts' }] };
    return made(item, 'item/fileChange/requestApproval', {}, {});
  },
  // Calls a tool of a server, and asks as Codex does: with no id.
  async server({ id, server, tool, input = {} }) {
    const item = { id, type: 'mcpToolCall', server, tool, arguments: input };
    tell('item/started', { item: { ...item, status: 'inProgress' } });
    const { result } = await request('mcpServer/elicitation/request', {
      serverName: server,
      mode: 'form',
      message: `Allow the ${server} MCP server to run tool "${tool}"?`,
      _meta: { codex_approval_kind: 'mcp_tool_call', tool_params: input },
    });
    const isAllowed = result.action === 'accept';
    if (isAllowed) writeFileSync(`made-by-${id}`, '');
    const done = isAllowed
      ? { status: 'completed', result: { content: [{ type: 'text', text: `${id} done` }] } }
      : { status: 'failed', error: { message: 'user rejected MCP tool call' } };
    tell('item/completed', { item: { ...item, ...done } });
  },
  // A server that wants something of a person.
  async elicit(serverName) {
    const asked = { serverName, mode: 'form', message: 'Which one?' };
    writeFileSync('told', JSON.stringify(await request('mcpServer/elicitation/request', asked)));
  },
  config: () => {},
  requirements: () => {},
  // What the thread was begun with.
  began: (file) => writeFileSync(file, JSON.stringify(began)),
  tell: ({ method, ...params }) => tell(method, params),
  raw: (text) => write(text),
  // Says this when its turn is long over, and it is asked to leave.
  atLast: (text) =>
    process.on('SIGTERM', () => {
      write(text);
      process.exit(0);
    }),
  // A command that it was let run, which starts the hook of this thread by itself; `forged` is what the hook is told.
  async inCommand({ id, command, forged, output = `${id} done` }) {
    const item = { id, type: 'commandExecution', command: `/bin/bash -lc ${command}`, cwd: process.cwd() };
    tell('item/started', { item: { ...item, status: 'inProgress' } });
    await hook({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_use_id: id,
      tool_input: { command },
    });
    for (const event of forged) await hook(event);
    tell('item/completed', { item: { ...item, status: 'completed', exitCode: 0, aggregatedOutput: output } });
  },
  // Asks what no client offers, and writes down what it is told.
  async other(method) {
    writeFileSync('told', JSON.stringify(await request(method, {})));
  },
  exit: (code) => process.exit(code),
  wait: () => stopped,
};

async function play(list) {
  let over = { status: 'completed' };
  tell('turn/started', { turn: { id: 'turn-1' } });
  for (const step of list) {
    const [[name, value]] = Object.entries(step);
    if (name === 'over') over = value;
    else await steps[name](value);
  }
  tell('turn/completed', { turn: { id: 'turn-1', ...over } });
}

function take({ id, method, params, ...message }) {
  const list = turns[turn] ?? [];
  const refusal = list[0]?.refuse;
  if (method === undefined) {
    waiting.get(id)?.(message);
    waiting.delete(id);
  } else if (refusal?.method === method) {
    if (refusal.exit !== undefined) process.exit(refusal.exit);
    send({ id, error: { code: -32_000, message: refusal.message } });
  } else if (method === 'initialize') send({ id, result: { userAgent: 'pretend' } });
  else if (method === 'config/read') send({ id, result: { config: turns[0]?.[0]?.config ?? {} } });
  else if (method === 'configRequirements/read')
    send({ id, result: { requirements: turns[0]?.[0]?.requirements ?? null } });
  else if (method === 'thread/start') {
    began = params;
    send({ id, result: { thread: { id: threadId, cliVersion: '99.0.0' } } });
  } else if (method === 'turn/interrupt') stop();
  else if (method === 'turn/start') {
    turn++;
    send({ id, result: { turn: { id: 'turn-1' } } });
    void play(list);
  }
}

createInterface({ input: process.stdin }).on('line', (line) => take(JSON.parse(line)));

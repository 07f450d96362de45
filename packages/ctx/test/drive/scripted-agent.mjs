// An agent that speaks ACP and plays a script: a list of steps, in a file. A call really touches a file, so that a test sees what was let
// through. It needs nothing but Node.

import { appendFileSync, closeSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createInterface } from 'node:readline';

const turns = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const waiting = new Map();
let asked = 0;
let turn = 0;
let servers;
let stop = () => {};

const write = (text) => process.stdout.write(text);
const send = (message) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (body) => send({ method: 'session/update', params: { sessionId: 's1', update: body } });
const request = (method, params) =>
  new Promise((resolve) => {
    const id = `a${++asked}`;
    waiting.set(id, resolve);
    send({ id, method, params });
  });

/** `next`: what it asks about next, under the same id; `does`: what it really does. */
async function call({
  id,
  name,
  kind = 'execute',
  command,
  path,
  ask = true,
  late = false,
  result,
  next,
  does,
  reach,
  hooked = false,
}) {
  const rawInput = path === undefined ? { command } : { path };
  const title = command ?? path;
  const toolCall = { toolCallId: id, title, kind, rawInput, ...(name && { name }) };
  update({ sessionUpdate: 'tool_call', ...toolCall, status: 'pending' });
  if (late) update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'in_progress' });
  if (ask) {
    const options = ['allow_once', 'reject_once'].map((optionId) => ({
      optionId,
      kind: optionId,
      name: optionId,
    }));
    const answer = await request('session/request_permission', { sessionId: 's1', toolCall, options });
    const isAllowed = answer?.outcome?.optionId === 'allow_once';
    if (!isAllowed) {
      update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'failed' });
      return;
    }
  }
  if (hooked && !(await hookAllows(id, name, rawInput)))
    return update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'failed' });
  if (next !== undefined) return call({ id, name, kind, command: next, result });
  if (does !== undefined)
    update({ sessionUpdate: 'tool_call_update', toolCallId: id, rawInput: { command: does } });
  update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'in_progress' });
  if (reach !== undefined) await steps.reach(reach);
  writeFileSync(`made-by-${id}`, '');
  const content = [{ type: 'content', content: { type: 'text', text: result ?? `${id} done` } }];
  update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'completed', content });
}

// Starts the hook of its settings, as Qwen Code does. What says nothing against it lets it through.
async function hookAllows(tool_call_id, tool_name, tool_input) {
  const { hooks } = JSON.parse(readFileSync(process.env.QWEN_CODE_SYSTEM_SETTINGS_PATH, 'utf8'));
  const { spawn } = await import('node:child_process');
  const child = spawn('/bin/sh', ['-c', hooks.PreToolUse.at(-1).hooks[0].command]);
  child.stdin.end(JSON.stringify({ hook_event_name: 'PreToolUse', tool_call_id, tool_name, tool_input }));
  let said = '';
  for await (const piece of child.stdout) said += piece;
  appendFileSync('hook-said', `${said}\n`);
  return JSON.parse(said).hookSpecificOutput?.permissionDecision !== 'deny';
}

const urlOf = (text) => {
  const { hostname: host, port, pathname: path } = new URL(text);
  return { host, port, path };
};
const answerOf = (way) =>
  new Promise((resolve) => {
    get({ ...way, agent: false }, (response) => resolve(response.resume().statusCode)).on(
      'error',
      ({ code }) => resolve(code),
    );
  });

const steps = {
  say: (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
  think: (text) => update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } }),
  call,
  calls: (list) => Promise.all(list.map(call)),
  // Writes down the servers that it was told of.
  servers: (file) => writeFileSync(file, JSON.stringify(servers)),
  // Writes down whether a file can be seen.
  look: (path) => appendFileSync('looked', existsSync(path) ? 'yes\n' : 'no\n'),
  // Writes down what answers there: by the proxy, if the environment names one, and straight on.
  async reach(url) {
    const { HTTP_PROXY: proxy } = process.env;
    const ways = [...(proxy === undefined ? [] : [{ ...urlOf(proxy), path: url }]), urlOf(url)];
    for (const way of ways) appendFileSync('reached', `${await answerOf(way)}\n`);
  },
  // Writes a file below the home folder.
  leaveAtHome: (path) => writeFileSync(`${process.env.HOME}/${path}`, '{}'),
  // The file that a variable names.
  copy: (variable) => writeFileSync('copied', readFileSync(process.env[variable])),
  raw: (text) => write(text),
  huge: (bytes) => write(`{"jsonrpc":"2.0","method":"x","params":{"a":"${'x'.repeat(bytes)}"}}\n`),
  method: (name) => request(name, {}),
  exit: (code) => process.exit(code),
  // Asks so many times, and reads no answer.
  async deaf(times) {
    lines.pause();
    const method = 'x'.repeat(80);
    for (let i = 0; i < times; i++) send({ id: `d${i}`, method, params: {} });
  },
  mute() {
    closeSync(1);
    return steps.hang();
  },
  // Says what nobody knows, until it is killed, and answers nothing.
  defy: () =>
    new Promise(() => {
      process.on('SIGTERM', () => {});
      let said = 0;
      const babble = () => {
        send({ method: `x${said++}` });
        setImmediate(babble);
      };
      babble();
    }),
  hang: () => new Promise(() => setInterval(() => {}, 1000)),
  wait: () =>
    new Promise((resolve) => {
      stop = resolve;
      setInterval(() => {}, 1000);
    }),
  // Starts a process that leaves its group and outlives whoever ends only the agent.
  async leave(file) {
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      detached: true,
      stdio: 'ignore',
    });
    child.unref();
    writeFileSync(`${file}.tmp`, String(child.pid));
    renameSync(`${file}.tmp`, file);
  },
};

async function prompt() {
  let result = { stopReason: 'end_turn' };
  for (const step of turns[turn++] ?? []) {
    const [[name, value]] = Object.entries(step);
    if (name === 'end') result = value;
    else if (name === 'fail') throw value;
    else await steps[name](value);
  }
  return result;
}

async function take(message) {
  const { id, method, params } = message;
  if (method === undefined) {
    waiting.get(id)?.(message.result);
    waiting.delete(id);
  } else if (method === 'initialize')
    send({
      id,
      result: {
        protocolVersion: turns.version ?? 1,
        agentInfo: { name: 'scripted', version: '1.2.3' },
        agentCapabilities: { loadSession: turns.load !== undefined },
      },
    });
  // `load`: the sessions that it kept. What was said there, it says again.
  else if (method === 'session/load' && turns.load?.includes(params.sessionId)) {
    servers = params.mcpServers;
    send({ id, result: {} });
    // Behind its answer, as some do.
    steps.say('Said long ago.');
  } else if (method === 'session/new') {
    servers = params.mcpServers;
    send({ id, result: { sessionId: 's1' } });
  } else if (method === 'session/cancel') stop();
  else if (method === 'session/prompt') {
    try {
      const result = await prompt(params);
      send({ id, result });
    } catch (error) {
      send({ id, error });
    }
  } else if (id !== undefined) send({ id, error: { code: -32601, message: 'no such method' } });
}

const lines = createInterface({ input: process.stdin }).on('line', (line) => void take(JSON.parse(line)));

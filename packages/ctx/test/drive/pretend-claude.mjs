// Speaks as Claude Code does over its JSON streams, and plays a script: a list of steps, in a file. A call really touches a file, so that a
// test sees what was let through. It needs nothing but Node.

import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const turns = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const waiting = new Map();
let asked = 0;
let turn = 0;
let stop;
/** Asked to end the turn, also where that comes before it waits for it. */
const stopped = new Promise((resolve) => {
  stop = resolve;
});

const write = (text) => process.stdout.write(text);
const send = (message) => write(`${JSON.stringify(message)}\n`);
const request = (body) =>
  new Promise((resolve) => {
    const request_id = `q${++asked}`;
    waiting.set(request_id, resolve);
    send({ type: 'control_request', request_id, request: body });
  });
const answer = ({ parent = null, ...message }) =>
  send({
    type: 'assistant',
    message: { role: 'assistant', model: 'claude-test', ...message },
    parent_tool_use_id: parent,
  });

async function call({ id, command, content = `${id} done`, unasked = false, failed = false }) {
  const input = { command };
  answer({ id: `m-${id}`, content: [{ type: 'tool_use', id, name: 'Bash', input }] });
  if (unasked) {
    const result = { type: 'tool_result', tool_use_id: id, content, is_error: failed };
    return send({ type: 'user', message: { role: 'user', content: [result] } });
  }
  const hook = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: input, tool_use_id: id };
  const said = await request({
    subtype: 'hook_callback',
    callback_id: 'before-every-call',
    tool_use_id: id,
    input: hook,
  });
  const { permissionDecision, permissionDecisionReason } = said.hookSpecificOutput;
  const isAllowed =
    permissionDecision === 'allow' &&
    (await request({ subtype: 'can_use_tool', tool_name: 'Bash', input })).behavior === 'allow';
  if (isAllowed) writeFileSync(`made-by-${id}`, '');
  const result = isAllowed ? { content } : { content: permissionDecisionReason, is_error: true };
  send({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, ...result }] },
  });
}

const steps = {
  answer,
  call,
  raw: (text) => write(text),
  // Asks something that is no question about a call, and writes down what it is told.
  async other(subtype) {
    writeFileSync('told', JSON.stringify(await request({ subtype })));
  },
  exit: (code) => process.exit(code),
  wait: () => stopped,
};

async function prompt() {
  let result = { subtype: 'success', is_error: false };
  for (const step of turns[turn++] ?? []) {
    const [[name, value]] = Object.entries(step);
    if (name === 'result') result = { ...result, ...value };
    else await steps[name](value);
  }
  send({ type: 'result', ...result });
}

function take({ type, request_id, request: body, response }) {
  if (type === 'control_response') {
    waiting.get(response.request_id)?.(response.response);
    waiting.delete(response.request_id);
  } else if (type === 'user') void prompt();
  else if (body.subtype === 'interrupt') stop();
  else {
    const begun = turns[0]?.[0]?.begin ?? { subtype: 'success', response: {} };
    if (begun.exit !== undefined) process.exit(begun.exit);
    send({ type: 'control_response', response: { request_id, ...begun } });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => take(JSON.parse(line)));

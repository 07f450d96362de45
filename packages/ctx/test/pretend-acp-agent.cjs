// An agent that speaks ACP and does what its prompt says: a list of steps, as JSON. For what no decent agent does, too.

const { createInterface } = require('node:readline');

const waiting = new Map();
let nextId = 1;
const raw = (text) => process.stdout.write(text);
const send = (message) => raw(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** The answer to a request of ours, whatever it is. */
function ask(method, params, id = nextId++) {
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

async function work(sessionId, steps) {
  const seen = [];
  for (const step of steps) {
    if (step.update)
      send({ method: 'session/update', params: { sessionId: step.of ?? sessionId, update: step.update } });
    if (step.say !== undefined)
      send({
        method: 'session/update',
        params: {
          sessionId,
          update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: step.say } },
        },
      });
    if (step.ask) seen.push(await ask(step.ask, { sessionId, ...step.with }, step.id));
    if (step.raw !== undefined) raw(step.raw);
    if (step.exit !== undefined) process.exit(step.exit);
    if (step.hang) await new Promise(() => {});
    if (step.fail) throw step.fail;
    if (step.stop) return { stopReason: step.stop };
  }
  send({
    method: 'session/update',
    params: {
      sessionId,
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: JSON.stringify(seen) } },
    },
  });
  return { stopReason: 'end_turn' };
}

async function answer({ method, params }) {
  if (method === 'initialize')
    return { protocolVersion: 1, agentInfo: { name: 'pretend', version: '1.2' }, agentCapabilities: {} };
  if (method === 'session/new') return { sessionId: 'theirs-1' };
  if (method === 'session/prompt') return work(params.sessionId, JSON.parse(params.prompt[0].text));
  return {};
}

createInterface({ input: process.stdin }).on('line', (line) => {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    send({ id: null, error: { code: -32700, message: 'no JSON' } });
    return;
  }
  if (message.method === undefined) {
    waiting.get(message.id)?.(message.result ?? message.error);
    return;
  }
  if (message.id === undefined) return;
  answer(message).then(
    (result) => send({ id: message.id, result }),
    (error) => send({ id: message.id, error }),
  );
});

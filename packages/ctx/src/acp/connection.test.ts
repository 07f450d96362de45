import type { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { socketPair } from '../../test/socket-pair.js';
import { agentPeer } from './client.js';
import { connect, type Handlers } from './connection.js';
import { type ConnectionLimits, usualLimits } from './connection-limits.js';
import { PeerGone } from './rpc-error.js';
import { streamCarrier } from './stream-carrier.js';

interface Reply {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const echo: Handlers = { requests: { echo: (params) => ({ params }) }, notifications: { note: () => {} } };

async function served(handlers: Handlers = echo, limits: Partial<ConnectionLimits> = {}) {
  const [near, far] = await socketPair();
  const odd: string[] = [];
  const failed: unknown[] = [];
  const connection = connect(
    streamCarrier(far, far),
    handlers,
    { odd: (what) => odd.push(what), failed: (error) => failed.push(error) },
    { ...usualLimits, ...limits },
  );
  return { near, far, connection, odd, failed, replies: repliesOf(near) };
}

/** One reply after the other. */
function repliesOf(socket: Socket) {
  const lines: Reply[] = [];
  let held = '';
  let wake = () => {};
  socket.setEncoding('utf8').on('data', (text: string) => {
    const [...parts] = (held + text).split('\n');
    held = parts.pop() ?? '';
    lines.push(...parts.map((line): Reply => JSON.parse(line)));
    wake();
  });
  return {
    async next(): Promise<Reply> {
      while (lines.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const [first] = lines.splice(0, 1);
      if (first === undefined) throw new Error('no reply');
      return first;
    },
  };
}

function ask(id: unknown, method = 'echo', params: unknown = {}): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
}

it.each([
  ['no JSON', 'hello', -32_700, null],
  ['half a message', '{"jsonrpc":"2.0","id":1,', -32_700, null],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), -32_700, null],
  ['a number', '7', -32_600, null],
  ['an array', '[]', -32_600, null],
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"echo"}]', -32_600, null],
  ['another version', '{"jsonrpc":"1.0","id":4,"method":"echo"}', -32_600, 4],
  ['no method', '{"jsonrpc":"2.0","id":"a"}', -32_600, 'a'],
  ['a method that is a number', '{"jsonrpc":"2.0","id":5,"method":3}', -32_600, 5],
  ['params that are a text', '{"jsonrpc":"2.0","id":6,"method":"echo","params":"x"}', -32_600, 6],
  ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"echo"}', -32_600, null],
  ['an id with a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"echo"}', -32_600, null],
  ['an unknown method', '{"jsonrpc":"2.0","id":7,"method":"nobody"}', -32_601, 7],
  ['a method of every object', '{"jsonrpc":"2.0","id":8,"method":"constructor"}', -32_601, 8],
  [
    'deep nesting',
    `{"jsonrpc":"2.0","id":9,"method":"echo","params":${'['.repeat(5e4)}${']'.repeat(5e4)}}`,
    -32_600,
    null,
  ],
])('answers %s with an error and goes on', async (_, line, code, id) => {
  const { near, replies, odd } = await served();
  near.write(line);
  near.write('\n');
  expect(await replies.next()).toMatchObject({ id, error: { code } });
  expect(odd).toHaveLength(1);
  near.write(ask(100));
  expect(await replies.next()).toMatchObject({ id: 100, result: {} });
});

it.each([
  ['an answer to nothing', '{"jsonrpc":"2.0","id":99,"result":{}}'],
  [
    'an error without an id that is known',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}',
  ],
  ['an answer with both', '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}'],
  ['an error without a code', '{"jsonrpc":"2.0","id":1,"error":"no"}'],
  ['an unknown notification', '{"jsonrpc":"2.0","method":"nobody"}'],
])('answers %s with nothing, so that two peers do not go on forever', async (_, line) => {
  const { near, replies, odd } = await served();
  near.write(`${line}\n${ask(1)}`);
  expect(await replies.next()).toMatchObject({ id: 1, result: {} });
  expect(odd).toHaveLength(1);
});

it('keeps no message that is too long, and answers it by its id', async () => {
  const { near, replies } = await served(echo, { longestMessage: 1000 });
  near.write(ask(3, 'echo', { text: 'x'.repeat(5_000_000) }));
  expect(await replies.next()).toMatchObject({ id: 3, error: { code: -32_600 } });
  near.write(ask(4));
  expect(await replies.next()).toMatchObject({ id: 4, result: {} });
});

it('answers ten thousand malformed messages, and then a good one', async () => {
  const { near, replies, odd } = await served();
  const bad = ['{', '[]', '{"id":1}', 'null', '{"jsonrpc":"2.0","id":2,"method":"x"}'];
  for (let i = 0; i < 10_000; i++) near.write(`${bad[i % bad.length]}\n`);
  near.write(ask('last'));
  for (let i = 0; i < 10_000; i++) expect(await replies.next()).toHaveProperty('error');
  expect(await replies.next()).toMatchObject({ id: 'last', result: {} });
  expect(odd).toHaveLength(10_000);
});

it('refuses an id that is under way without answering the first request by it', async () => {
  let finish = () => {};
  const wait = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { near, replies } = await served({
    requests: { slow: () => wait.then(() => ({ first: true })) },
    notifications: {},
  });
  near.write(ask(1, 'slow') + ask(1, 'slow'));
  expect(await replies.next()).toMatchObject({ id: null, error: { code: -32_600, data: { id: 1 } } });
  finish();
  expect(await replies.next()).toMatchObject({ id: 1, result: { first: true } });
});

it('refuses more requests than it works on at a time', async () => {
  const { near, replies } = await served(
    { requests: { slow: () => new Promise(() => {}) }, notifications: {} },
    { mostCalls: 2 },
  );
  near.write(ask(1, 'slow') + ask(2, 'slow') + ask(3, 'slow'));
  expect(await replies.next()).toMatchObject({ id: 3, error: { code: -32_603 } });
});

it('tells a handler that its request was taken back, and that the peer is gone', async () => {
  const why: unknown[] = [];
  const slow = (_: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise<object>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        why.push(signal.reason);
        reject(signal.reason);
      });
    });
  const { near, replies, connection } = await served({ requests: { slow }, notifications: {} });
  near.write(`${ask(1, 'slow')}{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":1}}\n`);
  expect(await replies.next()).toMatchObject({ id: 1, error: { code: -32_800 } });
  near.write(ask(2, 'slow'));
  near.end();
  expect(await connection.ended).toBe('peer_left');
  expect(why[1]).toBeInstanceOf(PeerGone);
});

it('tells nothing of what failed inside, and hears of it', async () => {
  const { near, replies, failed } = await served({
    requests: {
      broken: () => {
        throw new TypeError('a secret of the code');
      },
    },
    notifications: {},
  });
  near.write(ask(1, 'broken'));
  expect(await replies.next()).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32_603, message: 'internal error' },
  });
  expect(failed).toHaveLength(1);
});

it('rejects what was asked of a peer that dies', async () => {
  const { near, connection } = await served();
  const asked = connection.request('anything', {});
  near.destroy();
  await expect(asked).rejects.toBeInstanceOf(PeerGone);
  await expect(connection.request('more', {})).rejects.toBeInstanceOf(PeerGone);
});

it('takes a question back when its asker gives up', async () => {
  const { replies, connection, near, odd } = await served();
  const patience = new AbortController();
  const asked = connection.request('permission', {}, patience.signal);
  expect(await replies.next()).toMatchObject({ id: 1, method: 'permission' });
  patience.abort();
  await expect(asked).rejects.toMatchObject({ code: -32_800 });
  expect(await replies.next()).toMatchObject({ method: '$/cancel_request', params: { requestId: 1 } });
  near.write(`{"jsonrpc":"2.0","id":1,"result":{}}\n${ask(5)}`);
  await replies.next();
  expect(odd).toEqual(['an answer to nothing that was asked']);
});

it('gives a peer up that reads nothing, before it costs more than its share of memory', async () => {
  const { near, connection, far } = await served(echo, { mostWaiting: 1 << 20 });
  near.pause();
  const text = 'x'.repeat(1 << 16);
  let sent = 0;
  while (sent < 1000 && !far.writableEnded) {
    connection.notify('update', { text });
    sent += 1;
  }
  expect(await connection.ended).toBe('peer_not_reading');
  expect(sent).toBeLessThan(100);
});

it('reads no more from a peer that does not take its answers', async () => {
  const { near, far, replies } = await served(echo, { slowAt: 1 << 16 });
  near.pause();
  const text = 'x'.repeat(1 << 12);
  for (let i = 0; i < 2_000; i++) near.write(ask(i, 'echo', { text }));
  await new Promise<void>((resolve) => {
    const look = () => (far.writableLength > 1 << 16 ? resolve() : setImmediate(look));
    look();
  });
  expect(far.writableLength).toBeLessThan(1 << 20);
  near.resume();
  for (let i = 0; i < 2_000; i++) expect(await replies.next()).toMatchObject({ id: i });
});

it('speaks with an agent made with the official SDK', async () => {
  const [near, far] = await socketPair();
  const sdk = agent({ name: 'sdk' })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: 1,
      agentInfo: { name: 'sdk-agent', version: '3.1' },
    }))
    .onRequest(methods.agent.session.new, () => ({ sessionId: 's1' }))
    .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
      await client.notify(methods.client.session.update, {
        sessionId: params.sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hello' } },
      });
      const { outcome } = await client.request(methods.client.session.requestPermission, {
        sessionId: params.sessionId,
        toolCall: { toolCallId: 'c1', title: 'git push', kind: 'execute', rawInput: { command: 'git push' } },
        options: [
          { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
          { optionId: 'no', name: 'Reject', kind: 'reject_once' },
        ],
      });
      return {
        stopReason: outcome.outcome === 'selected' && outcome.optionId === 'no' ? 'refusal' : 'end_turn',
      };
    });
  sdk.connect(ndJsonStream(Writable.toWeb(far), Readable.toWeb(far)));
  const updates: unknown[] = [];
  const asked: unknown[] = [];
  const peer = agentPeer(streamCarrier(near, near), {
    update: (sessionId, update) => updates.push({ sessionId, update }),
    permission: async (question) => {
      asked.push(question);
      return { outcome: 'selected', optionId: 'no' };
    },
  });
  expect(await peer.initialize({ name: 'ctx', version: '0' })).toMatchObject({
    name: 'sdk-agent',
    version: '3.1',
  });
  const { sessionId } = await peer.newSession('/', []);
  expect(await peer.prompt(sessionId, 'push it')).toBe('refusal');
  expect(updates).toMatchObject([{ sessionId: 's1', update: { content: { text: 'hello' } } }]);
  expect(asked).toMatchObject([
    { call: { id: 'c1', kind: 'execute' }, options: [{ optionId: 'yes' }, { optionId: 'no' }] },
  ]);
});

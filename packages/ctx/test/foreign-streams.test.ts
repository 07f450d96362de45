// What servers and gateways really send where the documentation says something else.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from './folder.js';
import { testCredentials } from './model-server.js';
import { jsonOf } from './scripted.js';
import { recordsOf } from './session-files.js';
import { chatChunk, eventStream, type WireServer, wireServer } from './wire-server.js';

const noWaiting = { now: () => 0, deterministic: true, wait: async () => {} };

async function run({ url }: WireServer, model = 'openai/gpt-5-mini') {
  const cwd = temporaryFolder({ 'a.txt': 'alpha\n' });
  const flags = ['--model', model, '--base-url', `${url}/v1`, '--session-id', 's'];
  const outside = { cwd, env: testCredentials, clock: noWaiting };
  const envelope = await jsonOf(['run', '--no-sandbox', '--task', 'Go.', ...flags], outside);
  const records = recordsOf(join(cwd, '.context/sessions/s.jsonl'));
  return { envelope, records, failures: records.filter((record) => record.type === 'model.failed') };
}

const chat = 'openai-compatible/local';
const usage = { input_tokens: 9, output_tokens: 2 };
const created = { type: 'response.created', response: { id: 'r', created_at: 1, model: 'gpt-5-mini' } };
const completed = (response: object = {}) => ({
  type: 'response.completed',
  response: { usage, ...response },
});

const added = (output_index: number, item: object) => ({
  type: 'response.output_item.added',
  output_index,
  item,
});
const ended = (output_index: number, item: object) => ({
  ...added(output_index, item),
  type: 'response.output_item.done',
});
const textDelta = (output_index: number, item_id: string, delta: string) => ({
  type: 'response.output_text.delta',
  output_index,
  content_index: 0,
  item_id,
  delta,
});
const message = (id: string) => ({ type: 'message', id, role: 'assistant', content: [] });
const said = (text: string) => [
  created,
  added(0, message('m')),
  textDelta(0, 'm', text),
  ended(0, message('m')),
];

it('tools are sent to OpenAI as not strict, so that optional properties stay optional', async () => {
  const server = await wireServer(eventStream(...said('Done.'), completed()));
  expect((await run(server)).envelope.exit_code).toBe(0);
  const { tools } = JSON.parse(server.requests[0]?.body ?? '{}');
  expect(tools.length).toBeGreaterThan(3);
  for (const tool of tools) expect(tool).toMatchObject({ type: 'function', strict: false });
});

it.each([
  [
    'incomplete, by its length',
    { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
    'length',
  ],
  [
    'incomplete, by a filter',
    { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    'content_filter',
  ],
  ['incomplete, without a reason', { status: 'incomplete' }, 'model_error'],
  [
    'incomplete, for a new reason',
    { status: 'incomplete', incomplete_details: { reason: 'tide' } },
    'model_error',
  ],
  ['failed', { status: 'failed', error: { code: 'server_error', message: 'Out of luck' } }, 'model_error'],
  ['cancelled', { status: 'cancelled' }, 'model_error'],
])(
  'an answer of OpenAI’s that is called completed and is %s does not count as whole',
  async (_, response, code) => {
    const server = await wireServer(eventStream(...said('Half'), completed(response)));
    const { envelope } = await run(server);
    expect(envelope).toMatchObject({ exit_code: 1, error: { code } });
    if ('error' in response) expect(envelope.error?.message).toContain('Out of luck');
  },
);

it('an item that has another id in each event is one item, reasoning too', async () => {
  const server = await wireServer(
    eventStream(
      created,
      added(0, { type: 'reasoning', id: 'a1', encrypted_content: null }),
      { type: 'response.reasoning_summary_part.added', output_index: 0, item_id: 'a2', summary_index: 0 },
      {
        type: 'response.reasoning_summary_text.delta',
        output_index: 0,
        item_id: 'a3',
        summary_index: 0,
        delta: 'Hm.',
      },
      { type: 'response.reasoning_summary_part.done', output_index: 0, item_id: 'a4', summary_index: 0 },
      { type: 'response.reasoning_summary_part.added', output_index: 0, item_id: 'a5', summary_index: 1 },
      ended(0, { type: 'reasoning', id: 'a6', encrypted_content: 'sealed', summary: [] }),
      added(1, message('b1')),
      textDelta(1, 'b2', 'One '),
      textDelta(1, 'b3', 'answer.'),
      ended(1, message('b4')),
      completed(),
    ),
  );
  const { envelope, records } = await run(server);
  expect(envelope).toMatchObject({ exit_code: 0, data: { runs: [{ turns: [{ output: 'One answer.' }] }] } });
  const answer = records.find((record) => record.type === 'model.responded');
  expect(answer?.content).toMatchObject([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'reasoning' },
    { text: 'One answer.' },
  ]);
});

it('an item that never began is read all the same', async () => {
  const server = await wireServer(
    eventStream(
      created,
      ended(0, { type: 'reasoning', id: 'a', encrypted_content: null, summary: [] }),
      textDelta(1, 'b', 'Said.'),
      completed(),
    ),
  );
  expect((await run(server)).envelope).toMatchObject({
    exit_code: 0,
    data: { runs: [{ turns: [{ output: 'Said.' }] }] },
  });
});

it('a Chat Completions stream on the Responses route is told as what it is, once', async () => {
  const server = await wireServer(eventStream(chatChunk({ content: 'Hi' }), chatChunk({}, 'stop'), '[DONE]'));
  const { envelope, failures } = await run(server);
  expect(envelope.error).toMatchObject({ code: 'model_error', retryable: false });
  expect(envelope.error?.message).toContain('answered in the Chat Completions format');
  expect(envelope.error?.message).toContain('--model openai-compatible/MODEL');
  expect(failures).toHaveLength(1);
});

it('so is a Responses stream on the Chat Completions route', async () => {
  const server = await wireServer(eventStream(...said('Hi'), completed()));
  const { envelope } = await run(server, chat);
  expect(envelope.error?.message).toContain('answered in the Responses format');
});

it('an answer that ends properly without a reason counts, and its calls run', async () => {
  const call = {
    index: 0,
    id: 'c1',
    type: 'function',
    function: { name: 'read', arguments: '{"path":"a.txt"}' },
  };
  const server = await wireServer((response, attempt) =>
    eventStream(
      attempt === 1 ? chatChunk({ tool_calls: [call] }) : chatChunk({ content: 'alpha' }),
      '[DONE]',
    )(response, attempt),
  );
  const { envelope, records } = await run(server, chat);
  expect(envelope).toMatchObject({ exit_code: 0, data: { runs: [{ turns: [{ output: 'alpha' }] }] } });
  expect(records.find(({ type }) => type === 'tool.returned')).toMatchObject({ is_error: false });
});

it('the end of a stream counts without an empty line after it, in lines of any kind', async () => {
  const server = await wireServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(chatChunk({ content: 'Done.' }))}\r`);
    response.write('\n\r\ndata: [DONE]');
    response.end();
  });
  expect((await run(server, chat)).envelope.exit_code).toBe(0);
});

it('an answer that ends without a reason and without an end was cut off', async () => {
  const server = await wireServer(eventStream(chatChunk({ content: 'Half' })));
  const { envelope, failures } = await run(server, chat);
  expect(envelope.exit_code).toBe(1);
  expect(failures.at(-1)).toMatchObject({ failure: 'cut_off' });
});

it.each([
  [
    'plain text',
    'upstream \u001b[31mrefused\u0007\nthe   request\n',
    'status 400: upstream [31mrefused the request',
  ],
  ['JSON of its own', '{"detail":"no such model"}', 'status 400: {"detail":"no such model"}'],
  ['a page', '<html><style>a{}</style><h1>No</h1> <p>entry</body>', 'status 400: an HTML page: No entry'],
  ['a long text', 'x'.repeat(5000), `status 400: ${'x'.repeat(300)}.`],
])('an error whose body is %s is shown with it, cleaned', async (_, body, shown) => {
  const server = await wireServer((response) => response.writeHead(400).end(body));
  for (const model of ['openai/gpt-5-mini', chat])
    expect((await run(server, model)).envelope.error?.message).toContain(shown);
});

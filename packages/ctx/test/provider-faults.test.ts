import { createServer as createHttpServer, type ServerResponse as Response } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { argvFor, run } from './faulty-provider.js';
import { temporaryFolder } from './folder.js';
import { listening } from './listening.js';
import { everyProvider, modelServer, testCredentials } from './model-server.js';
import { overtaken } from './overtaken.js';
import { refusingPort } from './refusing-port.js';
import { jsonOf } from './scripted.js';
import { recordsOf } from './session-files.js';
import { chatChunk, eventStream, startEvents, wireServer } from './wire-server.js';

const endless = {
  index: 0,
  id: 'c1',
  type: 'function',
  function: { name: 'read', arguments: 'x'.repeat(1000) },
};

describe('a provider that falls silent', () => {
  it.each([
    ['before its answer', (_: Response) => {}],
    [
      'in the middle of its answer',
      (answer: Response) =>
        answer.writeHead(200, { 'content-type': 'text/event-stream' }).write(': thinking\n\n'),
    ],
  ])('%s ends the call in its own words, and does not hang', async (_, begin) => {
    const server = createHttpServer((_request, answer) => void begin(answer));
    const { envelope, failures } = await run(await listening(server), undefined, [], {
      CTX_MODEL_IDLE_SECONDS: '1',
    });
    expect(envelope).toMatchObject({ exit_code: 1, error: { code: 'model_error' } });
    expect(failures.at(-1)).toMatchObject({ failure: 'cut_off', will_retry: false });
    expect(envelope.error?.message).toContain('The provider sent nothing for 1 seconds');
  });
});

it.each(['abc', '0', '-5', '1.5', '86401'])(
  'CTX_MODEL_IDLE_SECONDS=%s is an error that names the variable, and nothing is sent',
  async (value) => {
    const server = await wireServer((response) => response.end());
    const outside = {
      cwd: temporaryFolder(),
      env: { ...testCredentials, CTX_MODEL_IDLE_SECONDS: value },
    };
    const { error } = await jsonOf(argvFor(server.url), outside);
    expect(error).toMatchObject({ code: 'variable_invalid', target: 'CTX_MODEL_IDLE_SECONDS' });
    expect(error?.message).toBe(
      `CTX_MODEL_IDLE_SECONDS is "${value}", which is not a whole number of seconds from 1 to 86400.`,
    );
    expect(server.requests).toHaveLength(0);
  },
);

describe('a provider that answers with an error', () => {
  it.each(
    everyProvider.flatMap((model) =>
      [
        { status: 401, kind: 'auth', retryable: false, attempts: 1 },
        { status: 404, kind: 'runtime', retryable: false, attempts: 1 },
        { status: 429, kind: 'runtime', retryable: true, attempts: 3 },
        { status: 529, kind: 'runtime', retryable: true, attempts: 3 },
      ].map((wanted) => ({ ...model, ...wanted })),
    ),
  )('$status from $provider: kind $kind, $attempts attempts', async (wanted) => {
    const { status, kind, retryable, attempts } = wanted;
    const server = await modelServer((mock) =>
      mock.on({ userMessage: /Go/ }, { error: { message: 'Not now.' }, status, retryAfter: 7 }),
    );
    const { envelope, failures, waits } = await run(server.url, wanted);
    expect(envelope).toMatchObject({ exit_code: 1, error: { code: 'model_error', kind, retryable } });
    expect(envelope.error?.message).toContain(`status ${status}: Not now`);
    expect(failures).toHaveLength(attempts);
    expect(failures.at(-1)).toMatchObject({ failure: 'status', status, will_retry: false });
    if (status === 429) expect(waits).toEqual([7000, 7000]);
    if (status === 529) expect(waits).toEqual([500, 1000]);
  });

  it('is asked again, and the answer counts', async () => {
    const server = await wireServer((response, attempt) => {
      if (attempt === 1) response.writeHead(503, { 'retry-after-ms': '2500' }).end('{}');
      else eventStream(chatChunk({ content: 'Done.' }), chatChunk({}, 'stop'), '[DONE]')(response, attempt);
    });
    const { envelope, failures, waits, outside } = await run(server.url);
    expect(envelope).toMatchObject({ exit_code: 0, data: { runs: [{ turns: [{ output: 'Done.' }] }] } });
    expect(failures).toMatchObject([{ attempt: 1, status: 503, retry_after_ms: 2500, will_retry: true }]);
    expect(waits).toEqual([2500]);
    expect(server.requests).toHaveLength(2);
    expect((await jsonOf(['replay', 's', '--verify'], outside)).exit_code).toBe(0);
  });

  it('is not followed elsewhere with the credential', async () => {
    const other = await wireServer((response) => response.end());
    const server = await wireServer((response) => response.writeHead(307, { location: other.url }).end());
    const { envelope } = await run(server.url);
    expect(envelope.error?.message).toContain('status 307');
    expect(other.requests).toHaveLength(0);
  });
});

describe('a failure names the step that helps', () => {
  it.each([
    [401, '', 'Check the API key: `ctx models` shows the variable that it comes from.'],
    [404, '', '`ctx models --check` lists what each provider serves.'],
    [503, '', 'Try again later: `ctx resume s`.'],
    [404, '<!DOCTYPE html><h1>Not here</h1>', 'A website answered, not an API: check the address'],
    [200, '<!DOCTYPE html><h1>Login</h1>', 'A website answered, not an API: check the address'],
  ])('status %i with the body %j', async (status, body, hint) => {
    const server = await wireServer((response) =>
      response.writeHead(status, { 'content-type': body === '' ? 'text/plain' : 'text/html' }).end(body),
    );
    const { envelope } = await run(server.url);
    expect(envelope.error?.hint).toContain(hint);
    expect(envelope.error?.hint).toContain('Each attempt is in ');
  });

  it('a server of this machine that does not run', async () => {
    const { envelope } = await run(`http://127.0.0.1:${await refusingPort()}`);
    expect(envelope.error?.hint).toContain(
      'Start the server, or check its address: `ctx models --check` asks it.',
    );
  });

  it('a proxy that does not run', async () => {
    const proxy = `http://127.0.0.1:${await refusingPort()}`;
    const { envelope } = await run('https://api.models.test', undefined, [], { HTTPS_PROXY: proxy });
    expect(envelope.error?.message).toContain('The proxy 127.0.0.1:');
    expect(envelope.error?.hint).toContain('Check HTTPS_PROXY, and whether that proxy runs.');
  });
});

describe('a provider that answers with something else', () => {
  it.each([
    ['a page with status 502', 502, 'status 502: an HTML page'],
    ['a page with status 200', 200, 'sent text/html where a stream of events was expected'],
  ])('%s', async (_, status, message) => {
    const server = await wireServer((response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<!DOCTYPE html><h1>Login</h1>'),
    );
    for (const model of everyProvider) {
      const { envelope, failures } = await run(server.url, model);
      expect(envelope, model.name).toMatchObject({ exit_code: 1, error: { code: 'model_error' } });
      expect(envelope.error?.message, model.name).toContain(message);
      expect(failures).toHaveLength(3);
    }
  });

  it.each([
    ['what is no JSON', ['{"choices":[{'], 'malformed'],
    ['JSON that is no answer', [{ choices: 'many' }], 'malformed'],
    [
      'usage that is no number',
      [chatChunk({ content: 'x' }, 'stop', { usage: { prompt_tokens: 'many' } })],
      'malformed',
    ],
    ['nothing', [], 'cut_off'],
    [
      'an error in the stream',
      [chatChunk({ content: 'x' }), { error: { message: 'Overloaded', type: 'server_error' } }],
      'cut_off',
    ],
    ['a reason of its own', [chatChunk({ content: 'x' }, 'eaten_by_grue')], 'malformed'],
  ])('%s', async (_, events, failure) => {
    const server = await wireServer(eventStream(...events, '[DONE]'));
    const { envelope, failures } = await run(server.url);
    expect(envelope).toMatchObject({ exit_code: 1, error: { code: 'model_error' } });
    expect(failures.at(-1)).toMatchObject({ failure, will_retry: false });
  });
});

describe('a provider that is not there', () => {
  it('refuses connections: retried, then told with its address', async () => {
    const port = await refusingPort();
    const { envelope, failures } = await run(`http://127.0.0.1:${port}`);
    expect(envelope.error?.message).toContain(`127.0.0.1:${port} cannot be reached (ECONNREFUSED)`);
    expect(failures).toMatchObject([{ failure: 'network' }, {}, { will_retry: false }]);
  });

  it.each(['before the first byte', 'in the middle of the stream'])(
    'hangs %s: the deadline ends it, and the connection with it',
    async (when) => {
      let closed: Promise<unknown> | undefined;
      const server = await wireServer((response) => {
        closed = new Promise((resolve) => response.on('close', resolve));
        if (when !== 'before the first byte') startEvents(response, chatChunk({ content: 'Half ' }));
      });
      const cwd = temporaryFolder();
      const envelope = await overtaken(argvFor(server.url), { cwd, env: testCredentials }, (printed) =>
        when === 'before the first byte' ? closed !== undefined : printed.includes('"text":"Half'),
      );
      const records = recordsOf(join(cwd, '.context/sessions/s.jsonl'));
      expect(envelope).toMatchObject({ exit_code: 2, error: { code: 'timeout' } });
      expect(records.find(({ type }) => type === 'turn.interrupted')).toMatchObject({
        cause: 'timeout',
        cancel_observed: true,
      });
      await closed;
    },
  );
});

it.each([
  ['one event without end', 'data: x'],
  ['events without end', `data: ${JSON.stringify(chatChunk({ content: 'x'.repeat(1000) }))}\n\n`],
  ['arguments of a call without end', `data: ${JSON.stringify(chatChunk({ tool_calls: [endless] }))}\n\n`],
])('a provider that sends %s is cut off, once', async (_, piece) => {
  const chunk = Buffer.from(piece.repeat(Math.ceil((1 << 20) / piece.length)));
  const server = await wireServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', pour);
    pour();
  });
  const { envelope, failures } = await run(server.url);
  expect(failures).toHaveLength(1);
  expect(envelope).toMatchObject({
    exit_code: 1,
    error: { code: 'model_error', message: expect.stringContaining('more than') },
  });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuilt } from './built.js';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import { everyProvider, modelServer, testCredentials } from './model-server.js';
import { jsonOf } from './scripted.js';
import { recordsOf } from './session-files.js';
import { chatChunk, eventStream, wireServer } from './wire-server.js';

const local = ['--model', 'openai-compatible/local', '--base-url'];
const config = (settings: object) => JSON.stringify({ ...settings, runs: [{ run_id: 'r1', task: 'Go.' }] });

const anthropicAnswer = (usage: object) =>
  eventStream(
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-haiku-4-5',
        content: [],
        usage,
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Done.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  );

describe('before anything is started', () => {
  it.each(everyProvider.slice(0, 3))(
    'a missing credential is an auth error, and no file is made: $name',
    async ({ name }) => {
      const cwd = temporaryFolder();
      const { error, exit_code } = await jsonOf(['run', '--task', 'Go.', '--model', name], { cwd });
      expect({ ...error, exit_code }).toMatchObject({
        kind: 'auth',
        code: 'credential_missing',
        target: name,
        exit_code: 1,
      });
      expect(existsSync(join(cwd, '.context'))).toBe(false);
    },
  );

  it('money is not budgeted where the price is not known, unless the config says it', async () => {
    const server = await wireServer(
      eventStream(
        chatChunk({ content: 'Done.' }, 'stop', { usage: { prompt_tokens: 1000, completion_tokens: 100 } }),
        '[DONE]',
      ),
    );
    const price = { input_usd_per_mtok: 1, output_usd_per_mtok: 2.5 };
    const base = { model: 'openai-compatible/local', base_url: `${server.url}/v1`, budget: { max_usd: 1 } };
    const cwd = temporaryFolder({ 'no.yaml': config(base), 'yes.yaml': config({ ...base, price }) });
    expect((await jsonOf(['run', 'no.yaml'], { cwd })).error?.code).toBe('price_unknown');
    expect(server.requests).toHaveLength(0);
    expect((await jsonOf(['run', 'yes.yaml'], { cwd })).data).toMatchObject({
      totals: { cost_microusd: 1250 },
    });
  });

  it('no credential is sent to an address that only a file names', async () => {
    const far = config({ model: 'openai/gpt-5', base_url: 'https://gateway.example/v1' });
    const cwd = temporaryFolder({ 'c.yaml': far });
    const { error } = await jsonOf(['run', 'c.yaml'], { cwd, env: testCredentials });
    expect(error).toMatchObject({ kind: 'auth', code: 'base_url_untrusted' });
    expect(error?.message).toContain('OPENAI_API_KEY');
    expect(existsSync(join(cwd, '.context'))).toBe(false);
  });
});

describe('what a provider says', () => {
  it('counts what its cache gave and took at their own rates', async () => {
    const usage = {
      input_tokens: 100,
      output_tokens: 1,
      cache_read_input_tokens: 700,
      cache_creation_input_tokens: 200,
    };
    const server = await wireServer(anthropicAnswer(usage));
    const cwd = temporaryFolder();
    const argv = ['run', '--task', 'Go.', '--model', 'anthropic/claude-haiku-4-5', '--session-id', 's'];
    await jsonOf([...argv, '--system', 'Be brief.', '--base-url', `${server.url}/v1`], {
      cwd,
      env: testCredentials,
    });
    const answer = recordsOf(join(cwd, '.context/sessions/s.jsonl')).find(
      ({ type }) => type === 'model.responded',
    );
    expect(answer).toMatchObject({
      usage: { input_tokens: 1000, output_tokens: 20, cache_read_tokens: 700, cache_write_tokens: 200 },
      cost_microusd: 100 + 70 + 250 + 100,
      response_id: 'msg_1',
      response_model: 'claude-haiku-4-5',
    });
    const [request] = server.requests;
    expect(request?.headers).toMatchObject({ 'x-api-key': testCredentials.ANTHROPIC_API_KEY });
    expect(request?.body.match(/"cache_control":\{"type":"ephemeral"\}/g)).toHaveLength(2);
  });

  it('is told while it comes, without a secret that comes in pieces, as the log has it', async () => {
    const token = ['ghp', 'aB3dE6gH9jK2mN5p'.repeat(3).slice(0, 36)].join('_');
    const pieces = [...`Use ${token} and open-sesame-42 now.`].map((piece) => chatChunk({ content: piece }));
    const server = await wireServer(eventStream(...pieces, chatChunk({}, 'stop'), '[DONE]'));
    const cwd = temporaryFolder();
    const argv = ['run', '--task', 'Go.', ...local, `${server.url}/v1`, '--output-format', 'stream-json'];
    const { stdout } = await runCtx(argv, { cwd, env: { MY_PASSWORD: 'open-sesame-42' } });
    expect(stdout).not.toContain(token);
    expect(stdout).not.toContain('open-sesame-42');
    const events: { type?: string; text?: string }[] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const said = events.filter(({ type }) => type === 'text.delta').map(({ text }) => text);
    expect(said.length).toBeGreaterThan(3);
    expect(said.join('')).toBe('Use [redacted:github-token] and [redacted:MY_PASSWORD] now.');
  });

  it('is thought before it is said: thoughts come as they are thought, without secrets, and stand in the log', async () => {
    const thoughts = [...'It is open-sesame-42.'].map((reasoning_content) =>
      chatChunk({ reasoning_content }),
    );
    const server = await wireServer(
      eventStream(...thoughts, chatChunk({ content: 'Done.' }), chatChunk({}, 'stop'), '[DONE]'),
    );
    const cwd = temporaryFolder();
    const argv = ['run', '--task', 'Go.', ...local, `${server.url}/v1`, '--output-format', 'stream-json'];
    const { stdout } = await runCtx([...argv, '--session-id', 's'], {
      cwd,
      env: { MY_PASSWORD: 'open-sesame-42' },
    });
    expect(stdout).not.toContain('open-sesame-42');
    const events: { type?: string; text?: string }[] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const thought = events.filter(({ type }) => type === 'thought.delta').map(({ text }) => text);
    expect(thought.length).toBeGreaterThan(1);
    expect(thought.join('')).toBe('It is [redacted:MY_PASSWORD].');
    expect(events.filter(({ type }) => type === 'text.delta').map(({ text }) => text)).toEqual(['Done.']);
    expect(
      recordsOf(join(cwd, '.context/sessions/s.jsonl')).find(({ type }) => type === 'model.responded'),
    ).toMatchObject({
      content: [
        { type: 'reasoning', text: 'It is [redacted:MY_PASSWORD].' },
        { type: 'text', text: 'Done.' },
      ],
    });
  });

  it('fits the schema that was asked for, or is sent back', async () => {
    const server = await wireServer((response, attempt) =>
      eventStream(chatChunk({ content: attempt === 1 ? 'one' : '{"n":1}' }, 'stop'), '[DONE]')(
        response,
        attempt,
      ),
    );
    const cwd = temporaryFolder({ 'n.json': '{"type":"object","required":["n"]}' });
    const argv = ['run', '--task', 'Go.', '--structured-output', 'n.json', ...local, `${server.url}/v1`];
    const { data } = await jsonOf(argv, { cwd });
    expect(data).toMatchObject({ runs: [{ turns: [{ structured_output: { n: 1 }, model_calls: 2 }] }] });
    expect(server.requests[0]?.body).toContain('JSON Schema');
  });
});

describe('the built program', () => {
  it.each(everyProvider)('speaks with $name as the sources do', async ({ name, baseUrl }) => {
    const server = await modelServer((mock) => mock.onMessage(/Go/, { content: 'Done, and how.' }));
    const argv = ['run', '--task', 'Go.', '--model', name, '--base-url', baseUrl(server.url)];
    const { exitCode, stdout } = await runBuilt('ctx', argv, { env: testCredentials });
    expect({ exitCode, stdout }).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Done, and how.'),
    });
    const sent = JSON.stringify(server.getLastRequest()?.headers);
    expect(sent).toContain('ai-sdk');
  });
});

it('a cost that nobody knows is null, never nothing, and a warning names the nearest model with a price', async () => {
  const server = await wireServer(anthropicAnswer({ input_tokens: 10, output_tokens: 1 }));
  const cwd = temporaryFolder();
  const argv = ['run', '--task', 'Go.', '--model', 'anthropic/claude-haiku-4-6'];
  const { data, error } = await jsonOf([...argv, '--base-url', `${server.url}/v1`], {
    cwd,
    env: testCredentials,
  });
  expect(error).toBeUndefined();
  expect(data).toMatchObject({
    totals: { cost_microusd: null },
    warnings: [
      'the cost of anthropic/claude-haiku-4-6 is unknown: no price is known for it; the nearest model with a known price is anthropic/claude-haiku-4-5',
    ],
  });
});

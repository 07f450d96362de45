import { describe, expect, it } from 'vitest';
import { local, run } from './faulty-provider.js';
import { everyProvider, modelServer } from './model-server.js';
import { chatChunk, eventStream, wireServer } from './wire-server.js';

describe('a stream that is cut off', () => {
  it.each(everyProvider)('by a connection that breaks: $name', async (model) => {
    const text = 'A long answer that will never be told to its end, whatever one does.';
    const server = await modelServer((mock) =>
      mock.on({ userMessage: /Go/ }, { content: text }, { chunkSize: 5, truncateAfterChunks: 6 }),
    );
    const { envelope, failures } = await run(server.url, model);
    expect(envelope).toMatchObject({ exit_code: 1, error: { code: 'model_error', retryable: true } });
    expect(failures).toMatchObject([{ failure: 'cut_off' }, { failure: 'cut_off' }, { failure: 'cut_off' }]);
  });

  it('by a server that just stops, in the middle of a call', async () => {
    const call = { index: 0, id: 'c1', type: 'function', function: { name: 'read', arguments: '{"pa' } };
    const server = await wireServer(
      eventStream(chatChunk({ content: 'Half' }), chatChunk({ tool_calls: [call] })),
    );
    const { failures, records } = await run(server.url);
    expect(failures.at(-1)).toMatchObject({ failure: 'cut_off', will_retry: false });
    expect(records.some(({ type }) => type === 'tool.requested')).toBe(false);
  });
});

describe('an answer that is whole and not good', () => {
  it('a call whose input is no JSON is answered, and the model may try again', async () => {
    const call = { index: 0, id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":' } };
    const server = await wireServer((response, attempt) =>
      eventStream(
        ...(attempt === 1
          ? [chatChunk({ tool_calls: [call] }, 'tool_calls')]
          : [chatChunk({ content: 'Sorry.' }, 'stop')]),
        '[DONE]',
      )(response, attempt),
    );
    const { envelope, records } = await run(server.url);
    expect(envelope.exit_code).toBe(0);
    expect(records.find(({ type }) => type === 'tool.returned')).toMatchObject({
      is_error: true,
      call_id: 'c1',
    });
    expect(server.requests[1]?.body).toContain('input_text');
  });

  it.each([
    ['length', 'length'],
    ['content_filter', 'content_filter'],
  ])('%s stops the run with that code', async (finish, code) => {
    for (const model of everyProvider.filter(
      ({ provider }) => provider === 'google' || provider === 'ollama',
    )) {
      const server = await modelServer((mock) =>
        mock.on({ userMessage: /Go/ }, { content: 'Half', finishReason: finish }),
      );
      const { envelope } = await run(server.url, model);
      expect(envelope).toMatchObject({ exit_code: 1, error: { code } });
    }
  });

  it('a refusal of Anthropic’s and an incomplete answer of OpenAI’s do, too', async () => {
    const refusing = await wireServer(
      eventStream(
        {
          type: 'message_start',
          message: {
            id: 'm',
            type: 'message',
            role: 'assistant',
            model: 'c',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 5, output_tokens: 1 },
          },
        },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'No.' } },
        { type: 'content_block_stop', index: 0 },
        {
          type: 'message_delta',
          delta: { stop_reason: 'refusal', stop_sequence: null },
          usage: { output_tokens: 3 },
        },
        { type: 'message_stop' },
      ),
    );
    const [anthropic, openai] = everyProvider;
    expect((await run(refusing.url, anthropic)).envelope.error?.code).toBe('content_filter');
    const incomplete = await wireServer(
      eventStream(
        { type: 'response.created', response: { id: 'r', created_at: 1, model: 'gpt-5-mini' } },
        {
          type: 'response.output_item.added',
          output_index: 0,
          item: { type: 'message', id: 'm', role: 'assistant', content: [] },
        },
        {
          type: 'response.output_text.delta',
          item_id: 'm',
          output_index: 0,
          content_index: 0,
          delta: 'Half',
        },
        {
          type: 'response.incomplete',
          response: {
            incomplete_details: { reason: 'max_output_tokens' },
            usage: { input_tokens: 9, output_tokens: 2 },
          },
        },
      ),
    );
    expect((await run(incomplete.url, openai)).envelope.error?.code).toBe('length');
  });

  it.each([
    ['none', {}],
    ['zeros', { usage: { prompt_tokens: 0, completion_tokens: 0 } }],
    ['less than nothing', { usage: { prompt_tokens: -5, completion_tokens: 3 } }],
    ['more than there can be', { usage: { prompt_tokens: 1e18, completion_tokens: 3 } }],
  ])('usage that cannot be true (%s) is estimated, and budgets hold', async (_, more) => {
    const server = await wireServer(eventStream(chatChunk({ content: 'Done.' }, 'stop', more), '[DONE]'));
    const { records, envelope } = await run(server.url, local, ['--max-tokens', '1000000']);
    expect(envelope.exit_code).toBe(0);
    const answer = records.find((record) => record.type === 'model.responded');
    expect(answer?.usage).toMatchObject({ estimated: true, output_tokens: 2 });
    expect(answer?.usage?.input_tokens).toBeGreaterThan(10);
  });
});

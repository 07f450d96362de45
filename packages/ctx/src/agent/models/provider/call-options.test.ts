import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../ports.js';
import { callOptions } from './call-options.js';

const tool = { name: 'read', description: 'Reads.', input: { type: 'object' } };
const schema = { type: 'object', required: ['n'] };
const ask = (more: Partial<ModelRequest>): ModelRequest => ({
  messages: [{ role: 'user', text: 'Go.' }],
  tools: [],
  ...more,
});

describe('a request for a provider', () => {
  it('holds every setting that was made, and none that was not', () => {
    expect(callOptions(ask({}), { schemaBesideTools: true })).toEqual({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }],
    });
    const made = { temperature: 0, seed: 7, max_output_tokens: 5, system: 'Be brief.', tools: [tool] };
    expect(callOptions(ask(made), { schemaBesideTools: true })).toMatchObject({
      prompt: [{ role: 'system', content: 'Be brief.' }, { role: 'user' }],
      temperature: 0,
      seed: 7,
      maxOutputTokens: 5,
      tools: [{ type: 'function', name: 'read', inputSchema: { type: 'object' } }],
    });
  });

  it('gives back what the provider wants back, leaves out what says nothing, and keeps broken input as text', () => {
    const provider_data = { anthropic: { signature: 'abc' } };
    const { prompt } = callOptions(
      ask({
        messages: [
          { role: 'user', text: 'Go.' },
          {
            role: 'assistant',
            content: [
              { type: 'reasoning', text: 'Hm.', provider_data },
              { type: 'text', text: '' },
              { type: 'tool_call', call_id: 'a', tool: 'read', input: { path: 'x' } },
              { type: 'malformed_call', call_id: 'b', tool: 'read', input_text: '{"pa' },
            ],
          },
          {
            role: 'tool',
            results: [
              { call_id: 'a', tool: 'read', output: 'x', is_error: false },
              { call_id: 'b', tool: 'read', output: 'no', is_error: true },
            ],
          },
          { role: 'assistant', content: [{ type: 'text', text: '' }] },
        ],
      }),
      { schemaBesideTools: true },
    );
    expect(prompt.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.', providerOptions: provider_data },
          { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: { path: 'x' } },
          { type: 'tool-call', toolCallId: 'b', toolName: 'read', input: { input_text: '{"pa' } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'read', output: { type: 'text', value: 'x' } },
          {
            type: 'tool-result',
            toolCallId: 'b',
            toolName: 'read',
            output: { type: 'error-text', value: 'no' },
          },
        ],
      },
    ]);
  });

  it('asks for a schema in the provider’s own way, or in words where that does not go with tools', () => {
    const beside = callOptions(ask({ structured_output: schema, tools: [tool] }), {
      schemaBesideTools: true,
    });
    expect(beside.responseFormat).toEqual({ type: 'json', schema });
    const alone = callOptions(ask({ structured_output: schema }), { schemaBesideTools: false });
    expect(alone.responseFormat).toEqual({ type: 'json', schema });
    const words = callOptions(ask({ structured_output: schema, tools: [tool], system: 'Be brief.' }), {
      schemaBesideTools: false,
    });
    expect(words).not.toHaveProperty('responseFormat');
    expect(words.prompt[0]).toMatchObject({
      role: 'system',
      content: expect.stringMatching(/^Be brief\.\n\n.*"required":\["n"\]/s),
    });
  });

  it('marks the system prompt and the last message for the cache', () => {
    const cacheMark = { anthropic: { cacheControl: { type: 'ephemeral' } } };
    const { prompt } = callOptions(ask({ system: 'Be brief.' }), { schemaBesideTools: true, cacheMark });
    expect(prompt.map(({ providerOptions }) => providerOptions)).toEqual([cacheMark, cacheMark]);
  });
});

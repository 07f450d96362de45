// Anthropic's messages, as Claude Code speaks them.

import { listIn, offeredTool } from './fields.js';
import { type HttpAnswer, inEvents, inJson, type ModelAsked, type ModelSaid, type Wire } from './wire.js';

export const anthropicWire: Wire = { path: /^\/v1\/messages$/, read, answer };

function read(body: Readonly<Record<string, unknown>>): ModelAsked {
  const parts = listIn(body['messages']).flatMap(({ content }) => listIn(content));
  return {
    results: parts.filter(({ type }) => type === 'tool_result').length,
    tools: listIn(body['tools']).flatMap((tool) => offeredTool(tool['name'], tool['input_schema'])),
    streamed: body['stream'] === true,
  };
}

const usage = { input_tokens: 10, output_tokens: 5 };

function answer({ streamed }: ModelAsked, { id, call, text }: ModelSaid): HttpAnswer {
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'scripted' };
  const stop_reason = call === undefined ? 'end_turn' : 'tool_use';
  const tool = { type: 'tool_use', id: `toolu_${id}`, name: call?.name };
  const content = call === undefined ? { type: 'text', text } : { ...tool, input: call.input };
  if (!streamed) return inJson({ ...message, content: [content], stop_reason, stop_sequence: null, usage });
  const content_block = call === undefined ? { type: 'text', text: '' } : { ...tool, input: {} };
  const delta =
    call === undefined
      ? { type: 'text_delta', text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(call.input) };
  const opened = { ...message, content: [], stop_reason: null, stop_sequence: null, usage };
  return inEvents(
    [
      { type: 'message_start', message: opened },
      { type: 'content_block_start', index: 0, content_block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ],
    true,
  );
}

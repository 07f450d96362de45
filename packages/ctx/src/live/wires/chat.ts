// OpenAI's chat completions, as Copilot CLI, Qwen Code and opencode speak them.

import { membersOf } from '../../protocol/members.js';
import { listIn, offeredTool } from './fields.js';
import { type HttpAnswer, inEvents, inJson, type ModelAsked, type ModelSaid, type Wire } from './wire.js';

export const chatWire: Wire = { path: /\/chat\/completions$/, read, answer };

function read(body: Readonly<Record<string, unknown>>): ModelAsked {
  const functions = listIn(body['tools']).map((tool) => membersOf(tool['function']));
  return {
    results: listIn(body['messages']).filter(({ role }) => role === 'tool').length,
    tools: functions.flatMap((tool) => offeredTool(tool['name'], tool['parameters'])),
    streamed: body['stream'] === true,
  };
}

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

function answer({ streamed }: ModelAsked, { id, call, text }: ModelSaid): HttpAnswer {
  const common = { id: `chatcmpl-${id}`, created: 0, model: 'scripted' };
  const called = call && { name: call.name, arguments: JSON.stringify(call.input) };
  const tool = { id: `call_${id}`, type: 'function', function: called };
  const finish_reason = call === undefined ? 'stop' : 'tool_calls';
  if (!streamed) {
    const message = {
      role: 'assistant',
      content: call === undefined ? text : null,
      ...(call && { tool_calls: [tool] }),
    };
    return inJson({
      ...common,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason }],
      usage,
    });
  }
  const said = call === undefined ? { content: text } : { tool_calls: [{ index: 0, ...tool }] };
  const chunk = (delta: object, finish: string | null, more: object = {}) => ({
    ...common,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  });
  return inEvents([
    chunk({ role: 'assistant', ...said }, null),
    chunk({}, finish_reason, { usage }),
    '[DONE]',
  ]);
}

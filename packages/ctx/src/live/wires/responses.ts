// OpenAI's responses, as Codex speaks them.

import { listIn, offeredTool } from './fields.js';
import {
  type HttpAnswer,
  inEvents,
  inJson,
  type ModelAsked,
  type ModelSaid,
  type OfferedTool,
  type Wire,
} from './wire.js';

export const responsesWire: Wire = { path: /\/responses$/, read, answer };

function read(body: Readonly<Record<string, unknown>>): ModelAsked {
  return {
    results: listIn(body['input']).filter(({ type }) => /_call_output$/.test(String(type))).length,
    tools: listIn(body['tools']).flatMap(offered),
    streamed: body['stream'] === true,
  };
}

/** A tool, or a group of them. */
function offered(tool: Readonly<Record<string, unknown>>): OfferedTool[] {
  if (tool['type'] !== 'namespace') return offeredTool(tool['name'], tool['parameters']);
  const namespace = String(tool['name']);
  return listIn(tool['tools'])
    .flatMap(({ name, parameters }) => offeredTool(name, parameters))
    .map((inner) => ({ ...inner, namespace }));
}

function answer({ streamed }: ModelAsked, { id, call, text }: ModelSaid): HttpAnswer {
  const item =
    call === undefined
      ? {
          type: 'message',
          id: `msg_${id}`,
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text, annotations: [] }],
        }
      : {
          type: 'function_call',
          id: `fc_${id}`,
          status: 'completed',
          call_id: `call_${id}`,
          name: call.name,
          ...(call.namespace !== undefined && { namespace: call.namespace }),
          arguments: JSON.stringify(call.input),
        };
  const response = {
    id: `resp_${id}`,
    object: 'response',
    created_at: 0,
    model: 'scripted',
    status: 'completed',
    output: [item],
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    },
  };
  if (!streamed) return inJson(response);
  const place = { item_id: item.id, output_index: 0 };
  const pieces =
    call === undefined
      ? [{ type: 'response.output_text.delta', ...place, content_index: 0, delta: text }]
      : [{ type: 'response.function_call_arguments.done', ...place, arguments: JSON.stringify(call.input) }];
  const begun = {
    ...item,
    status: 'in_progress',
    ...(call === undefined ? { content: [] } : { arguments: '' }),
  };
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } },
    { type: 'response.output_item.added', output_index: 0, item: begun },
    ...pieces,
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ];
  return inEvents(
    events.map((event, sequence_number) => ({ ...event, sequence_number })),
    true,
  );
}

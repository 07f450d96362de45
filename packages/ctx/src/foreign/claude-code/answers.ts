// An assistant line: a piece of an answer, or what Claude Code itself puts in the place of one.

import type { Finish, ModelPart, Usage } from '../../protocol/records.js';
import { countOf, listOf, type Members, membersOf, microusdOf, momentOf, textOf, wordOf } from '../fields.js';
import { callPart, reasoningPart, textPart } from '../parts.js';
import type { AnswerPiece, FailureTold } from '../told.js';
import { usageOf } from '../usage.js';

export function answerPiece(
  line: Members,
  request: string | undefined,
): AnswerPiece | FailureTold | undefined {
  const message = membersOf(line['message']);
  const at = momentOf(line['timestamp']);
  const parts = partsOf(message['content']);
  if (parts === undefined) return undefined;
  if (line['isApiErrorMessage'] === true) {
    const said = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return { tells: 'failure', message: said, status: statusIn(line, said), at };
  }
  const model = wordOf(message['model']);
  return {
    tells: 'answer',
    id: wordOf(message['id']),
    parts,
    finish: finishes.get(message['stop_reason']),
    usage: model === '<synthetic>' ? { input_tokens: 0, output_tokens: 0 } : usageIn(message['usage']),
    cost_microusd: model === '<synthetic>' ? 0 : microusdOf(line['costUSD']),
    model,
    request: request ?? wordOf(line['requestId']),
    at,
  };
}

const finishes = new Map<unknown, Finish>([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'content_filter'],
]);

function partsOf(content: unknown): ModelPart[] | undefined {
  if (typeof content === 'string') return [textPart(content)];
  if (!Array.isArray(content)) return undefined;
  return listOf(content).flatMap((block): ModelPart[] => {
    const { type, text, thinking, id, name, input } = membersOf(block);
    if (type === 'text') return [textPart(textOf(text) ?? '')];
    if (type === 'thinking') return [reasoningPart(textOf(thinking) ?? '')];
    if (type === 'redacted_thinking') return [reasoningPart('')];
    if ((type === 'tool_use' || type === 'server_tool_use') && typeof id === 'string')
      return type === 'tool_use' ? [callPart(id, textOf(name) ?? '', input)] : [];
    return [];
  });
}

function usageIn(usage: unknown): Usage | undefined {
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } =
    membersOf(usage);
  const cached = { cacheRead: cache_read_input_tokens, cacheWritten: cache_creation_input_tokens };
  return usageOf(
    { input: input_tokens, output: output_tokens, ...cached },
    { input: [cache_read_input_tokens, cache_creation_input_tokens] },
  );
}

function statusIn(line: Members, said: string): number | undefined {
  return countOf(line['apiErrorStatus']) ?? countOf(Number(/^API Error: (\d{3})\b/.exec(said)?.[1]));
}

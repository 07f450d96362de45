// What was said, as the conventions want it: messages with parts, for spans that carry content. Long texts are clipped.

import { canonical } from '../protocol/json.js';
import type { ModelPart, RecordOf } from '../protocol/records.js';
import { clipTo } from '../text/clip.js';

export interface TracedMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly parts: readonly object[];
  readonly finish_reason?: string;
}

const mostCharacters = 16_000;

export function clipped(text: string): string {
  return clipTo(text, mostCharacters).text;
}

/** An input as it is, or its beginning and end as a text where it is long. */
export function argumentsText(input: unknown): string {
  return clipped(canonical(input));
}

export function promptMessage(text: string): TracedMessage {
  return { role: 'user', parts: [textPart(text)] };
}

export function resultMessage(call_id: string, response: string): TracedMessage {
  return {
    role: 'tool',
    parts: [{ type: 'tool_call_response', id: call_id, response: clipped(response) }],
  };
}

export function answerMessage({ content, finish }: RecordOf<'model.responded'>): TracedMessage {
  return { role: 'assistant', parts: content.map(answerPart), finish_reason: finishReason(finish) };
}

export function textPart(text: string): object {
  return { type: 'text', content: clipped(text) };
}

export function finishReason(finish: RecordOf<'model.responded'>['finish']): string {
  return finish === 'tool_calls' ? 'tool_call' : finish;
}

function answerPart(part: ModelPart): object {
  switch (part.type) {
    case 'text':
      return textPart(part.text);
    case 'reasoning':
      return { type: 'reasoning', content: clipped(part.text) };
    case 'tool_call':
      return {
        type: 'tool_call',
        id: part.call_id,
        name: part.tool,
        arguments: smallInput(part.input),
      };
    case 'malformed_call':
      return { type: 'tool_call', id: part.call_id, name: part.tool, arguments: clipped(part.input_text) };
  }
}

function smallInput(input: unknown): unknown {
  const text = canonical(input);
  return text.length <= mostCharacters ? input : clipped(text);
}

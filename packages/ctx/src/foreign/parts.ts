// The parts of an answer, from whatever a host wrote for them.

import { nestingWithin } from '../protocol/nesting.js';
import type { ModelPart } from '../protocol/records.js';

export function textPart(text: string): ModelPart {
  return { type: 'text', text };
}

export function reasoningPart(text: string): ModelPart {
  return { type: 'reasoning', text };
}

/** A call whose input is nested too deep to be walked is kept as one whose input nobody could read. */
export function callPart(call_id: string, tool: string, input: unknown): ModelPart {
  if (!nestingWithin(input))
    return { type: 'malformed_call', call_id, tool, input_text: '[nested too deep to keep]' };
  return { type: 'tool_call', call_id, tool, input: input ?? {} };
}

/** Of an input that the host keeps as text. */
export function callPartOfText(call_id: string, tool: string, text: string): ModelPart {
  try {
    return callPart(call_id, tool, JSON.parse(text));
  } catch {
    return { type: 'malformed_call', call_id, tool, input_text: text };
  }
}

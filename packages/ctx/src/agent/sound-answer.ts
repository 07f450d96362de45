// What a model answered, made fit for a log: text that has a UTF-8 form, input that has a canonical form, whole numbers.

import { canonical } from '../protocol/json.js';
import type { ModelPart, Usage } from '../protocol/records.js';
import type { ModelAnswer } from './ports.js';

type Responded = Extract<ModelAnswer, { kind: 'responded' }>;

export function soundAnswer(answer: Responded): Responded {
  return {
    ...answer,
    content: answer.content.map((part) => ({ ...soundPart(part), ...soundData(part) })),
    usage: answer.usage && soundUsage(answer.usage),
    ...(answer.response && {
      response: { id: answer.response.id?.toWellFormed(), model: answer.response.model?.toWellFormed() },
    }),
    ...(answer.warnings && { warnings: answer.warnings.map((warning) => warning.toWellFormed()) }),
  };
}

function soundUsage(usage: Usage): Usage {
  return {
    ...usage,
    input_tokens: wholeNumber(usage.input_tokens),
    output_tokens: wholeNumber(usage.output_tokens),
  };
}

function soundData({ provider_data }: ModelPart) {
  return provider_data !== undefined && hasCanonicalForm(provider_data) ? { provider_data } : {};
}

/** Without what the provider wants back. */
function soundPart(part: ModelPart): ModelPart {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text.toWellFormed() };
    case 'tool_call': {
      const called = { call_id: part.call_id.toWellFormed(), tool: part.tool.toWellFormed() };
      if (hasCanonicalForm(part.input)) return { type: 'tool_call', ...called, input: part.input };
      return { type: 'malformed_call', ...called, input_text: writtenOut(part.input) };
    }
    case 'malformed_call':
      return {
        type: part.type,
        call_id: part.call_id.toWellFormed(),
        tool: part.tool.toWellFormed(),
        input_text: part.input_text.toWellFormed(),
      };
  }
}

/** A lone surrogate, `1e999` or a depth that no parser of ours would take: JSON to its sender, not to the log. */
function hasCanonicalForm(input: unknown): boolean {
  try {
    canonical(input);
    return true;
  } catch {
    return false;
  }
}

function writtenOut(input: unknown): string {
  try {
    return JSON.stringify(input)?.toWellFormed() ?? '';
  } catch {
    return '';
  }
}

function wholeNumber(count: number): number {
  return Number.isFinite(count) && count > 0 ? Math.ceil(count) : 0;
}

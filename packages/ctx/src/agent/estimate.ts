// How many tokens a text will be, before a model has counted them; and what counted tokens cost.

import type { Usage } from '../protocol/records.js';
import type { Message, Price, ToolSpec } from './ports.js';

/** Bytes by four, rounded up: conservative for prose, and the same on every machine. */
export function tokensOfText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

export function tokensOfMessage(message: Message): number {
  switch (message.role) {
    case 'user':
      return tokensOfText(message.text);
    case 'assistant':
      return sum(message.content, (part) => {
        if (part.type === 'tool_call') return tokensOfText(part.tool + JSON.stringify(part.input));
        if (part.type === 'malformed_call') return tokensOfText(part.tool + part.input_text);
        return tokensOfText(part.text);
      });
    case 'tool':
      return sum(message.results, (result) => tokensOfText(result.output));
  }
}

export function tokensOfTools(tools: readonly ToolSpec[]): number {
  return sum(tools, (tool) => tokensOfText(tool.name + tool.description + JSON.stringify(tool.input)));
}

/** Whole micro-dollars, rounded up, so that a sum of costs is never less than the bill. */
export function costOf(usage: Usage, price: Price): number {
  return Math.ceil((usage.input_tokens * price.input + usage.output_tokens * price.output) / 1_000_000);
}

function sum<T>(items: readonly T[], size: (item: T) => number): number {
  return items.reduce((total, item) => total + size(item), 0);
}

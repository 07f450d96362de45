// How many tokens a text will be, before a model has counted them; and what counted tokens cost.

import type { Price, Usage } from '../protocol/records.js';
import { tokensOfText } from '../text/token-estimate.js';
import type { Message, ToolSpec } from './ports.js';

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
  const { input_tokens, output_tokens, cache_read_tokens = 0, cache_write_tokens = 0 } = usage;
  const { input, output, cache_read = input, cache_write = input } = ratesFor(input_tokens, price);
  const plain = Math.max(0, input_tokens - cache_read_tokens - cache_write_tokens);
  const microdollars =
    plain * input +
    cache_read_tokens * cache_read +
    cache_write_tokens * cache_write +
    output_tokens * output;
  return Math.ceil(microdollars / 1_000_000);
}

/** The rates of a call with so much input. */
export function ratesFor(inputTokens: number, { long, ...rates }: Price): Rates {
  return long !== undefined && inputTokens > long.above ? long : rates;
}

type Rates = Omit<Price, 'long' | 'as_of'>;

function sum<T>(items: readonly T[], size: (item: T) => number): number {
  return items.reduce((total, item) => total + size(item), 0);
}

// What an answer used, from whatever a host counts. Ours has within the input what a cache gave and took, and within the output
// what was thought.

import type { Usage } from '../protocol/records.js';
import { countOf } from './fields.js';

/** Members as the host wrote them. */
export interface HostCounts {
  readonly input: unknown;
  readonly output: unknown;
  readonly cacheRead?: unknown;
  readonly cacheWritten?: unknown;
}

/** Of hosts that count some of it beside the two. */
export interface CountedBeside {
  readonly input?: readonly unknown[];
  readonly output?: readonly unknown[];
}

/** Nothing where the host does not say both. */
export function usageOf(
  { input, output, cacheRead, cacheWritten }: HostCounts,
  beside: CountedBeside = {},
): Usage | undefined {
  const [read, written] = [countOf(cacheRead), countOf(cacheWritten)];
  const [input_tokens, output_tokens] = [sumOf(input, beside.input), sumOf(output, beside.output)];
  if (input_tokens === undefined || output_tokens === undefined) return undefined;
  return {
    input_tokens,
    output_tokens,
    ...(read !== undefined && { cache_read_tokens: read }),
    ...(written !== undefined && { cache_write_tokens: written }),
  };
}

function sumOf(of: unknown, beside: readonly unknown[] = []): number | undefined {
  const count = countOf(of);
  return count === undefined
    ? undefined
    : beside.reduce<number>((sum, one) => sum + (countOf(one) ?? 0), count);
}

// What differs between agents that speak ACP, and what the protocol itself says.

import { countOf, membersOf } from '../acp/fields.js';
import type { CallTold } from '../acp/session-update.js';
import type { Usage } from '../protocol/records.js';
import type { DrivenAgent, ToldUsage, TurnEnd } from './agent-port.js';

type Fields = Readonly<Record<string, unknown>>;

export interface AcpTraits {
  readonly enforcement: DrivenAgent['enforcement'];
  /** The mode in which it asks. */
  readonly mode?: string | undefined;
  /** It says that a call is in progress before it asks about it. */
  readonly asksLate?: boolean;
  /** Its questions show a command without what it begins with, such as `cd FOLDER &&`: what it told first counts. */
  readonly asksShortened?: true;
  /** What it calls the tool, where it says so; `first` is how the call was told first. */
  toolOf?(update: Fields, first: CallTold): string | undefined;
  /** What it calls the tools of a server of ours begins like this; unless said, as rules have it. */
  toolsOf?(server: string): string;
  /** Its servers are told when it is started, and not by the protocol. */
  readonly hasServers?: true;
  /** Methods of its own that it calls without needing an answer. */
  readonly ownMethods?: readonly string[];
  /** What the turn used, by its end. */
  usageOf(result: Fields): ToldUsage | undefined;
  /** What a single answer used, by an update. */
  usageIn?(update: Fields): ToldUsage | undefined;
  /** Whether an end that looks well was none. */
  failedAs?(result: Fields, lastText: string): TurnEnd | undefined;
}

export const plainTraits: AcpTraits = {
  // It asks as the protocol wants it to, or it does not: each call says so.
  enforcement: [{ tool: '*', by: 'none' }],
  usageOf: usageIn('usage'),
};

/** Tokens as ACP names them, in a member of this name. */
export function usageIn(name: string) {
  return (fields: Fields): ToldUsage | undefined => {
    const { inputTokens, outputTokens, cachedReadTokens, cachedWriteTokens } = membersOf(fields[name]);
    return tokens(inputTokens, outputTokens, cachedReadTokens, cachedWriteTokens);
  };
}

export function tokens(
  input: unknown,
  output: unknown,
  cacheRead?: unknown,
  cacheWrite?: unknown,
): ToldUsage | undefined {
  const [input_tokens, output_tokens] = [countOf(input), countOf(output)];
  if (input_tokens === undefined || output_tokens === undefined) return undefined;
  const [cache_read_tokens, cache_write_tokens] = [countOf(cacheRead), countOf(cacheWrite)];
  const usage: Usage = {
    input_tokens,
    output_tokens,
    ...(cache_read_tokens !== undefined && { cache_read_tokens }),
    ...(cache_write_tokens !== undefined && { cache_write_tokens }),
  };
  return { usage };
}

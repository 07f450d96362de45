// What to leave out when the context is full: whole old turns first, then old tool outputs of this turn.

import type { RecordBodies } from '../protocol/records.js';
import { tokensOfText } from '../text/token-estimate.js';
import { type Conversation, tokensOf } from './conversation.js';
import type { Model } from './ports.js';
import type { RunState } from './state.js';
import { wordsToModel } from './words-to-model.js';

export type Compaction = RecordBodies['context.compacted'];

/** The tokens that a request may hold at most; the model's own window has to take its answer, too. */
export function contextLimit(run: RunState, model: Pick<Model, 'contextTokens'>): number {
  const window = model.contextTokens ?? Infinity;
  const answer = Math.min(run.settings.max_output_tokens ?? 0, window / 2);
  return Math.min(run.settings.budget.context_tokens ?? Infinity, window - answer);
}

/**
 * Brings the request below three quarters of the limit where it can, so that not every call has to compact again.
 * Nothing, where there is nothing left to leave out. `fixed` are the tokens of what is in every request.
 */
export function planCompaction(
  conversation: Conversation,
  fixed: number,
  limit: number,
): Compaction | undefined {
  const target = Math.floor(limit * 0.75);
  const before = fixed + tokensOf(conversation);
  const turns = dropTurns(conversation, before, target);
  const outputs = clearOutputs(conversation, turns.tokens, target);
  if (turns.turns_dropped === 0 && outputs.cleared.length === 0) return undefined;
  return {
    messages_dropped: turns.messages_dropped,
    turns_dropped: turns.turns_dropped,
    outputs_cleared: outputs.cleared,
    tokens_before: before,
    tokens_after: outputs.tokens,
  };
}

/** Every turn but the one that is open may go, the oldest first. */
function dropTurns(conversation: Conversation, tokens: number, target: number) {
  const { turnStarts } = conversation;
  let turns_dropped = 0;
  let messages_dropped = 0;
  let left = tokens;
  while (left > target && turns_dropped < turnStarts.length - 1) {
    turns_dropped += 1;
    messages_dropped = turnStarts[turns_dropped] ?? 0;
    left = tokens - tokensOf(conversation, messages_dropped);
  }
  return { turns_dropped, messages_dropped, tokens: left };
}

/** The newest results stay: the model has not seen them yet. */
function clearOutputs(conversation: Conversation, tokens: number, target: number) {
  const { messages, origins, turnStarts } = conversation;
  const cleared: Compaction['outputs_cleared'] = [];
  let left = tokens;
  const newest = messages.findLastIndex((message) => message.role === 'tool');
  for (let index = turnStarts.at(-1) ?? 0; index < newest && left > target; index++) {
    const message = messages[index];
    if (message?.role !== 'tool') continue;
    for (const [place, result] of message.results.entries()) {
      const from = origins[index]?.from[place];
      if (from === undefined || left <= target) break;
      const replacement = wordsToModel.outputCleared(from);
      const saved = tokensOfText(result.output) - tokensOfText(replacement);
      if (saved <= 0) continue;
      cleared.push({ from, replacement });
      left -= saved;
    }
  }
  return { cleared, tokens: left };
}

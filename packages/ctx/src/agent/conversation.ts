// The messages of a run as its next request will hold them, with what is needed to name, size and digest them.

import type { RecordBodies } from '../protocol/records.js';
import { tokensOfMessage } from './estimate.js';
import type { Message } from './ports.js';

/** The records that a message came from. */
type Origin = RecordBodies['model.requested']['messages'][number];

/** `messages` and `origins` go side by side. They grow in place, so that a request copies nothing. */
export interface Conversation {
  messages: Message[];
  origins: Origin[];
  /** What the messages up to each one weigh in tokens, as far as anybody asked: see `tokensOf`. */
  weights: number[];
  /** Where each turn begins in `messages`. */
  turnStarts: number[];
  /** How many messages a request has named already. */
  announced: number;
  /** Over the announced messages; absent when it has to be made again from the first. */
  digest: string | undefined;
}

/** A conversation as it was when a turn began: the way back, should the turn not complete. */
export interface Checkpoint {
  readonly before: Readonly<Conversation>;
  readonly messages: number;
  readonly turns: number;
}

export function emptyConversation(): Conversation {
  return {
    messages: [],
    origins: [],
    weights: [],
    turnStarts: [],
    announced: 0,
    digest: undefined,
  };
}

export function addMessage(conversation: Conversation, message: Message, from: number[]): void {
  conversation.messages.push(message);
  conversation.origins.push({ role: message.role, from });
}

/** What the first so many messages weigh in tokens. A session that is read again weighs them once, at the end. */
export function tokensOf({ messages, weights }: Conversation, count = messages.length): number {
  for (let index = weights.length; index < count; index++) {
    const message = messages[index];
    if (message !== undefined) weights.push((weights[index - 1] ?? 0) + tokensOfMessage(message));
  }
  return weights[count - 1] ?? 0;
}

export function beginTurn(conversation: Conversation): Checkpoint {
  const checkpoint = {
    before: { ...conversation },
    messages: conversation.messages.length,
    turns: conversation.turnStarts.length,
  };
  conversation.turnStarts.push(conversation.messages.length);
  return checkpoint;
}

/** As it is now, whatever becomes of the other. */
export function copyOf(conversation: Conversation): Conversation {
  const { messages, origins, weights, turnStarts } = conversation;
  return {
    ...conversation,
    messages: [...messages],
    origins: [...origins],
    weights: [...weights],
    turnStarts: [...turnStarts],
  };
}

/** Compaction makes new arrays, so the ones of the checkpoint only ever grew since. */
export function leaveOutTurn(conversation: Conversation, checkpoint: Checkpoint): void {
  Object.assign(conversation, checkpoint.before);
  conversation.messages.length = checkpoint.messages;
  conversation.origins.length = checkpoint.messages;
  conversation.weights.length = Math.min(conversation.weights.length, checkpoint.messages);
  conversation.turnStarts.length = checkpoint.turns;
}

export function announce(conversation: Conversation, digest: string | undefined): void {
  conversation.announced = conversation.messages.length;
  conversation.digest = digest;
}

export function compact(conversation: Conversation, done: RecordBodies['context.compacted']): void {
  const dropped = done.messages_dropped ?? 0;
  const replacements = new Map(done.outputs_cleared.map(({ from, replacement }) => [from, replacement]));
  conversation.origins = conversation.origins.slice(dropped);
  conversation.messages = conversation.messages
    .slice(dropped)
    .map((message, index) => cleared(message, conversation.origins[index], replacements));
  conversation.weights = [];
  conversation.turnStarts = conversation.turnStarts
    .slice(done.turns_dropped ?? 0)
    .map((start) => start - dropped);
  conversation.announced = Math.max(0, conversation.announced - dropped);
  conversation.digest = undefined;
}

function cleared(
  message: Message,
  origin: Origin | undefined,
  replacements: ReadonlyMap<number, string>,
): Message {
  if (message.role !== 'tool' || replacements.size === 0) return message;
  const results = message.results.map((result, index) => {
    const replacement = replacements.get(origin?.from[index] ?? -1);
    return replacement === undefined ? result : { ...result, output: replacement };
  });
  return { role: 'tool', results };
}

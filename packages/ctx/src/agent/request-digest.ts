// The running digest over all that a model is asked: a long conversation costs no more a call than a short one.

import { digestMade, digestOf, newHash } from '../disk/digest.js';
import { canonical } from '../protocol/json.js';
import type { PoolEntry, RunSettings } from '../protocol/records.js';
import type { Conversation } from './conversation.js';
import type { Message } from './ports.js';

/** The digest of the request that this conversation is now. Hashes only what no request has named before. */
export function requestDigest(
  conversation: Conversation,
  settings: RunSettings,
  pool: readonly PoolEntry[],
): string {
  const { messages, announced } = conversation;
  const from = conversation.digest === undefined ? 0 : announced;
  let digest = conversation.digest ?? startOf(settings, pool);
  for (let index = from; index < messages.length; index++) {
    const message = messages[index];
    if (message !== undefined) digest = extended(digest, message);
  }
  return digest;
}

/** What is the same for all requests of a run: the model, the settings that it sees, the tools that it may call. */
function startOf(settings: RunSettings, pool: readonly PoolEntry[]): string {
  const { model, system, temperature, seed, max_output_tokens, structured_output, effort } = settings;
  const seen = { system, temperature, seed, max_output_tokens, structured_output, effort };
  return digestOf(canonical({ model, settings: seen, pool }));
}

function extended(digest: string, message: Message): string {
  const hash = newHash().update(Buffer.from(digest.slice('sha256:'.length), 'hex'));
  return digestMade(hash.update(canonical(message)));
}

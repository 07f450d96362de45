// What the checks found as one reply that stays below what hosts pass on: most important first, and how to see the rest.

import { asData, withoutHostTags } from '../protocol/foreign-text.js';
import type { HostReply } from '../protocol/host-event.js';
import type { Check, CheckWords, Observation } from './check.js';
import { filled } from './plain.js';

/** Hosts put longer answers into a file; Codex counts bytes, Claude Code characters. The JSON around it is in it. */
const mostForModel = 7_200;
const mostForPerson = 1_600;
const cutOff = '\n… cut off; `ctx brief`, `ctx remind list` and `ctx task list` show all of it.';

export interface Said {
  readonly check: Check;
  readonly observation: Observation;
  readonly words: CheckWords;
}

const heading = 'From this project’s memory, kept by ctx in .context/:';

export function replyOf(said: readonly Said[]): HostReply {
  const texts = (part: keyof CheckWords) =>
    said.flatMap(({ words, observation }) => {
      const text = part === 'context' && observation.modelKnows ? undefined : words[part];
      return text === undefined ? [] : [filled(text, observation.facts)];
    });
  const context = texts('context');
  const message = texts('message');
  const refusal = texts('refusal');
  return {
    ...(context.length === 0
      ? {}
      : { context: `${heading}\n\n${asData(within(context.join('\n\n'), mostForModel), '.context')}` }),
    ...(message.length === 0 ? {} : { message: within(`ctx: ${message.join('\n')}`, mostForPerson) }),
    ...(refusal.length === 0 ? {} : { refusal: within(withoutHostTags(refusal.join('\n')), mostForPerson) }),
  };
}

/** Counted as it will be written, escaped and in bytes: at most six for each unit. */
function within(text: string, most: number): string {
  if (text.length * 6 + 2 <= most || weight(text) <= most) return text;
  let end = Math.min(text.length, most);
  const room = most - weight(cutOff);
  while (weight(text.slice(0, end)) > room)
    end -= Math.max(1, Math.ceil((weight(text.slice(0, end)) - room) / 6));
  const line = text.lastIndexOf('\n', end);
  const cut = text.slice(0, line > end / 2 ? line : end).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}${cutOff}`;
}

function weight(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

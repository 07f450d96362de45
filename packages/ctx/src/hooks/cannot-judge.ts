// What a tool call is answered with that nobody could judge: no. Whatever guards must not open by failing.

import { Failure } from '../protocol/failure.js';
import type { HostReply } from '../protocol/host-event.js';

export function cannotJudge(why: string): HostReply {
  return {
    refusal: `ctx could not judge this call, so it must not run: ${why}. A person can find out more with \`ctx doctor\`.`,
    message: `ctx: a tool call was denied because it could not be judged: ${why}`,
  };
}

/** An error in a few words: its words proper would have to be loaded first. */
export function shortReason(error: unknown): string {
  const text =
    error instanceof Failure
      ? `${error.code.replaceAll('_', ' ')} (${error.where.target})`
      : error instanceof Error
        ? error.message
        : String(error);
  return text.replace(/\s+/g, ' ').slice(0, 200);
}

// An error in a few words: its words proper would have to be loaded first.

import { Failure } from '../protocol/failure.js';

export function shortReason(error: unknown): string {
  const text =
    error instanceof Failure
      ? `${error.code.replaceAll('_', ' ')} (${error.where.target})`
      : error instanceof Error
        ? error.message
        : String(error);
  return text.replace(/\s+/g, ' ').slice(0, 200);
}

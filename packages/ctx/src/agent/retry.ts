// When a failed model call is made again, and how long to wait before it.

import type { ModelAnswer } from './ports.js';

const maxAttempts = 3;
const firstWait = 1_000;
const longestBackoff = 30_000;
/** A model that wants us to come back later than this is one that failed. */
const longestAsked = 300_000;

export function mayRetry(answer: Extract<ModelAnswer, { kind: 'failed' }>, attempt: number): boolean {
  return answer.retryable && attempt < maxAttempts && (answer.retry_after_ms ?? 0) <= longestAsked;
}

/** Doubles with each attempt; `random` in [0, 1) spreads it, so that many clients do not come back at once. */
export function waitBefore(attempts: number, retryAfter: number | undefined, random: () => number): number {
  if (attempts === 0) return 0;
  const backoff = Math.min(longestBackoff, firstWait * 2 ** (attempts - 1));
  return Math.max(retryAfter ?? 0, Math.ceil(backoff * (0.5 + random() / 2)));
}

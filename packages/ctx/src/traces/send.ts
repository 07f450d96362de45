// Spans to a collector, batch by batch, each tried again while that can help: for a session that is over.

import type { Environment } from '../disk/user-folder.js';
import type { Clock } from '../time/clock.js';
import type { Collector } from './endpoint.js';
import { type Posted, post } from './post.js';

/** What sending takes from outside. */
export interface Sending {
  readonly env: Environment;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface Waiting {
  readonly signal: AbortSignal;
  /** Ends early when the signal is aborted. */
  wait(milliseconds: number): Promise<void>;
}

/** One that the collector let wait counts as two: all of it ends within half a minute or so. */
const mostTries = 5;
const firstPause = 500;
const longestPause = 10_000;

/** What became of the last try. */
export async function sendPatiently(
  collector: Collector,
  body: string,
  { signal, wait }: Waiting,
): Promise<Posted> {
  let pause = firstPause;
  for (let tried = 0; ; ) {
    const posted = await post(collector, body, signal);
    tried += posted.kind === 'away' && posted.timedOut ? 2 : 1;
    if (posted.kind !== 'away' || tried >= mostTries || signal.aborted) return posted;
    await wait(Math.min(posted.retryAfter ?? pause, longestPause));
    pause *= 2;
  }
}

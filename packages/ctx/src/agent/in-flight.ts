// Work that can be stopped: it settles by itself, acknowledges a stop within the grace, or is killed and given up.

import { type Alarm, systemAlarm } from '../time/clock.js';
import { grace } from './interruption.js';

export interface Signals {
  readonly signal: AbortSignal;
  readonly kill: AbortSignal;
}

export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** It settled after it was told to stop, with whatever it had. */
  | { readonly kind: 'stopped'; readonly value: T | undefined }
  | { readonly kind: 'abandoned' };

/** Runs all side by side; the outcomes come in the order of the works, and never later than the grace after `stop`. */
export async function settleInFlight<T>(
  works: readonly ((signals: Signals) => Promise<T>)[],
  stop: AbortSignal,
  alarm: Alarm = systemAlarm,
): Promise<readonly Outcome<T>[]> {
  const asked = new AbortController();
  const killed = new AbortController();
  const outcomes = works.map((): Outcome<T> => ({ kind: 'abandoned' }));
  const signals = { signal: asked.signal, kill: killed.signal };

  const settle = async (work: (signals: Signals) => Promise<T>, index: number) => {
    try {
      const value = await work(signals);
      outcomes[index] = { kind: stop.aborted ? 'stopped' : 'done', value };
    } catch (error) {
      if (!stop.aborted) throw error;
      outcomes[index] = { kind: 'stopped', value: undefined };
    }
  };

  const release = new AbortController();
  try {
    await Promise.race([
      Promise.all(works.map(settle)),
      graceOver(stop, asked, { release: release.signal, alarm }),
    ]);
    return [...outcomes];
  } finally {
    release.abort();
    if (outcomes.some((outcome) => outcome.kind === 'abandoned')) {
      asked.abort();
      killed.abort();
    }
  }
}

/** Passes the stop on, and resolves when the time to acknowledge it is over. */
function graceOver(
  stop: AbortSignal,
  asked: AbortController,
  { release, alarm }: { release: AbortSignal; alarm: Alarm },
): Promise<void> {
  return new Promise((resolve) => {
    let takeBack = () => {};
    const begin = () => {
      takeBack = alarm(grace, resolve);
      asked.abort();
    };
    release.addEventListener('abort', () => {
      takeBack();
      stop.removeEventListener('abort', begin);
    });
    if (stop.aborted) begin();
    else stop.addEventListener('abort', begin, { once: true });
  });
}

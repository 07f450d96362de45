// How an attempt at a session ended, as its log tells it.

import { statSync } from 'node:fs';
import { readFailure } from '../disk/system-errors.js';
import { Failure } from '../protocol/failure.js';
import type { Totals } from '../protocol/records.js';
import type { Conducted } from '../runs/conducted.js';
import type { Ended } from '../store/fleet-store.js';
import { type ToldByLog, toldByLog } from './told-by-log.js';

type Facts = Pick<Ended, 'head' | 'totals' | 'used'>;

/** A log that somebody touched shows nothing; what was spent is known all the same. */
export function conductedAnswer({ tampered, totals, path }: Conducted, cancel: AbortSignal): Ended {
  if (tampered !== undefined) return { outcome: 'failed', cause: 'log_tampered', used: usedIn(totals) };
  return answerOf(toldByLog(path), cancel);
}

export function answerOf(told: ToldByLog, cancel: AbortSignal): Ended {
  return { ...stopped(told.stop, cancel), ...factsOf(told) };
}

/** Where no log was begun, whatever lies there is somebody else's. */
export function failedAnswer(error: Failure, log: string | undefined, cancel: AbortSignal): Ended {
  const how = { ...endedBy(cancel), cause: error.code, target: error.where.target };
  return log === undefined || !hasBegun(log)
    ? { ...how, used: { microusd: 0, tokens: 0 } }
    : { ...how, ...factsIn(log) };
}

/** Nobody can go on with it: `target` says why, where more is known than that its worker is gone. */
export function workerLost(told: ToldByLog, target?: string): Ended {
  const why = target === undefined ? {} : { target };
  return { outcome: 'failed', cause: 'worker_lost', ...why, ...factsOf(told) };
}

/** A log without a byte is what a killed process left before it began. */
export function hasBegun(log: string): boolean {
  try {
    return (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0;
  } catch (error) {
    throw readFailure(error, log);
  }
}

/** Of a log that may not be readable: then nobody knows what was spent. */
function factsIn(path: string): Facts {
  try {
    return factsOf(toldByLog(path));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { used: { microusd: null, tokens: null } };
  }
}

export function factsOf({ head, totals }: ToldByLog): Facts {
  return { head, totals, used: usedIn(totals) };
}

function usedIn({ input_tokens, output_tokens, cost_microusd: microusd }: Totals): Ended['used'] {
  const isKnown = input_tokens !== null && output_tokens !== null;
  return { microusd, tokens: isKnown ? input_tokens + output_tokens : null };
}

function stopped(reason: ToldByLog['stop'], cancel: AbortSignal): Pick<Ended, 'outcome' | 'cause'> {
  if (reason === 'completed') return { outcome: 'completed', cause: reason };
  if (reason === 'cancelled') return { ...endedBy(cancel), cause: reason };
  return { outcome: 'failed', cause: reason === 'open' ? 'worker_lost' : reason };
}

/** A signal ends the process, and the fleet goes on later; anything else that was aborted, somebody cancelled. */
function endedBy(cancel: AbortSignal): Pick<Ended, 'outcome'> {
  if (!cancel.aborted) return { outcome: 'failed' };
  return { outcome: typeof cancel.reason === 'string' ? 'interrupted' : 'cancelled' };
}

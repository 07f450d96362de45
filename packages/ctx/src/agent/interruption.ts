// Cancellation and the deadline, as one AbortSignal; and the grace that what is in flight gets when it is aborted.

import type { RecordBodies } from '../protocol/records.js';
import { LogTampered } from '../session/tampering.js';
import { type Alarm, systemAlarm } from '../time/clock.js';

/** How long a worker has to acknowledge that it was stopped. */
export const grace = 100;

const longestTimer = 2 ** 31 - 1;

type Cause = Omit<RecordBodies['turn.interrupted'], 'cancel_observed'>;

export interface Interruption {
  readonly signal: AbortSignal;
  /** Why to stop, once there is a reason. Looks at the clock itself: a busy loop may starve the timer. */
  cause(): Cause | undefined;
  release(): void;
}

/** `left` is the wall time that may still be used, in milliseconds of the real clock, or of whoever gives the alarm. */
export function interruptionOf(
  cancel: AbortSignal,
  left: number | undefined,
  alarm?: Alarm | undefined,
): Interruption {
  const controller = new AbortController();
  const deadline = alarm === undefined ? elapsedMs() + (left ?? Infinity) : Infinity;
  let cause: Cause | undefined;
  const stop = (why: Cause) => {
    cause ??= why;
    controller.abort();
  };
  const onCancel = () => stop(causeOf(cancel.reason));
  const onDeadline = () => stop({ cause: 'timeout' });
  const takeBack =
    left === undefined || left > longestTimer
      ? undefined
      : (alarm ?? systemAlarm)(Math.max(0, left), onDeadline);
  cancel.addEventListener('abort', onCancel, { once: true });
  return {
    signal: controller.signal,
    cause() {
      if (cancel.aborted) onCancel();
      else if (elapsedMs() >= deadline) onDeadline();
      return cause;
    },
    release() {
      takeBack?.();
      cancel.removeEventListener('abort', onCancel);
    },
  };
}

/** A clock that nobody sets. The one of `performance` costs the first call of a process a millisecond. */
function elapsedMs(): number {
  return process.uptime() * 1000;
}

function causeOf(reason: unknown): Cause {
  if (reason instanceof LogTampered) return { cause: 'log' };
  return typeof reason === 'string' ? { cause: 'signal', signal: reason } : { cause: 'signal' };
}

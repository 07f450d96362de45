// A worker: sessions of a shared store, until it is told to end. The first signal drains it, the second gives back what is under way.

import type { Services } from '../../../cli/command.js';
import { conductFleet } from '../../../fleet/conduct-fleet.js';
import { fleetWorker } from '../../../fleet/work-session.js';
import { Failure } from '../../../protocol/failure.js';
import type { Claim, Ended } from '../../../store/fleet-store.js';
import { workingOn } from '../working.js';
import { type WorkerWishes, withStore, workerStore } from './open-store.js';

interface Wishes {
  readonly wishes: WorkerWishes;
  /** How long what is under way may go on after the first signal. */
  readonly drainMs: number;
  readonly stays: boolean;
  readonly flags: Readonly<Record<string, unknown>>;
}

export async function workOnStore(url: string, given: Services, { wishes, drainMs, stays, flags }: Wishes) {
  return withStore(url, given, async (open) => {
    const { services, connections } = open;
    const store = workerStore(open, wishes);
    const ending = endings(services, drainMs, () => store.drain());
    const counts = {
      claimed: 0,
      taken_over: 0,
      completed: 0,
      failed: 0,
      cancelled: 0,
      interrupted: 0,
      lost: 0,
    };
    try {
      await store.open();
      const { slots, labels } = wishes;
      const worker = { store: connections.shown, worker_id: store.id, slots, labels: [...labels] };
      services.emit({ type: 'worker.started', ...worker });
      const working = await workingOn(store, flags, { ...services, emit: () => {}, show: undefined });
      const workOne = fleetWorker({ ...working, tidies: true });
      const work = async (claim: Claim, cancel: AbortSignal): Promise<Ended> => {
        const { log, attempt, epoch, lost: taken_over, session } = claim;
        const of = { session_id: session.session_id, log, attempt, epoch };
        counts.claimed += 1;
        if (taken_over) counts.taken_over += 1;
        services.emit({ type: 'session.claimed', ...of, taken_over });
        try {
          const ended = await workOne(claim, cancel);
          counts[ended.outcome] += 1;
          services.emit({ type: 'session.ended', ...of, outcome: ended.outcome, cause: ended.cause });
          return ended;
        } catch (error) {
          if (error instanceof Failure && error.code === 'lease_lost') {
            counts.lost += 1;
            services.emit({ type: 'session.lost', ...of });
          }
          throw error;
        }
      };
      await conductFleet({ store, slots, signal: ending.now, drain: ending.drain, stays, work });
      return { ...worker, ...counts };
    } finally {
      ending.letGo();
      await store.close();
    }
  });
}

/** `drain` is aborted by the first signal; `now` by the second, or when the time is up. */
function endings(services: Services, drainMs: number, onDrain: () => void) {
  const drain = new AbortController();
  const now = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const giveBack = services.takeCtrlC((signal) => {
    if (drain.signal.aborted) {
      now.abort(signal);
      giveBack();
      return;
    }
    drain.abort(signal);
    onDrain();
    timer = setTimeout(() => now.abort(signal), Math.min(drainMs, 2 ** 31 - 1));
  }, 'SIGTERM too');
  return {
    drain: drain.signal,
    now: AbortSignal.any([now.signal, services.signal]),
    letGo: () => {
      clearTimeout(timer);
      giveBack();
    },
  };
}

// A fleet of a shared store followed to its end, and worked on meanwhile where there are slots for it.

import type { Services } from '../../../cli/command.js';
import { conductFleet } from '../../../fleet/conduct-fleet.js';
import { fleetWorker } from '../../../fleet/work-session.js';
import { Failure } from '../../../protocol/failure.js';
import { countsOf, type FleetState } from '../../../store/fleet-state.js';
import { closeFleet } from '../../../store/postgres/over.js';
import { FollowedFleet } from '../../../store/postgres/read-store.js';
import { waitUnless } from '../../../time/interruptible-wait.js';
import { type FleetAnswer, orFailed } from '../fleet-answer.js';
import { toldOf } from '../read-state.js';
import { workingOn } from '../working.js';
import { placeOf } from './look.js';
import { type OpenStore, type WorkerWishes, workerStore } from './open-store.js';

/** How often the store is asked what happened. */
const lookMs = 1000;
/** For how long one that does not answer is waited for. */
const patienceMs = 300_000;

export interface Following {
  readonly id: string;
  /** Records that are known already are not told again. */
  readonly from: 'beginning' | 'now';
  readonly wishes: WorkerWishes;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly string[];
}

export async function followFleet(store: OpenStore, following: Following): Promise<FleetAnswer> {
  const { connections, services } = store;
  const { id, from, wishes, warnings = [] } = following;
  let isTelling = from === 'beginning';
  const fleet = new FollowedFleet(id, connections.shown, (record) => {
    if (isTelling) services.emit(record);
  });
  await fleet.takeIn(connections);
  isTelling = true;
  const over = new AbortController();
  const broken = new AbortController();
  const signal = AbortSignal.any([services.signal, broken.signal]);
  const working = wishes.slots > 0 ? workOn(store, following, over.signal) : Promise.resolve();
  const faulty = working.catch((error: unknown) => {
    broken.abort();
    return { error };
  });
  try {
    await untilOver(fleet, store, signal);
  } finally {
    over.abort();
  }
  const fault = await faulty;
  if (fault !== undefined) throw fault.error;
  await fleet.takeIn(connections);
  const facts = { path: placeOf(connections, id), head: fleet.head?.hash ?? '', isRunning: false, warnings };
  return orFailed(toldOf(fleet.state, facts), services.signal, connections.shown);
}

async function untilOver(
  fleet: FollowedFleet,
  { connections, sealer }: OpenStore,
  signal: AbortSignal,
): Promise<void> {
  let answered = performance.now();
  for (;;) {
    try {
      await fleet.takeIn(connections);
      if (isOver(fleet.state) && !fleet.state.closed)
        await closeFleet(connections, sealer, fleet.state.fleet_id);
      answered = performance.now();
    } catch (error) {
      const isAway = error instanceof Failure && error.code === 'store_unreachable';
      if (!isAway || performance.now() - answered > patienceMs) throw error;
    }
    const { running } = countsOf(fleet.state);
    const isStopped = fleet.state.stopped !== undefined && running === 0;
    if (signal.aborted || isOver(fleet.state) || isStopped) return;
    await waitUnless(lookMs, signal);
  }
}

function isOver(state: FleetState): boolean {
  const { queued, running } = countsOf(state);
  return queued + running === 0;
}

/** Until nothing is left, or the process is to end: then what it has goes back. */
async function workOn(store: OpenStore, { wishes, id, flags }: Following, drain: AbortSignal): Promise<void> {
  const worker = workerStore(store, { ...wishes, fleet: id });
  try {
    await worker.open();
    const working = await workingOn(worker, flags, quiet(store.services));
    await conductFleet({
      store: worker,
      slots: wishes.slots,
      signal: store.services.signal,
      drain,
      stays: true,
      work: fleetWorker(working),
    });
  } finally {
    await worker.close();
  }
}

/** What is told of a fleet is told by its own records. */
function quiet(services: Services): Services {
  return { ...services, emit: () => {}, show: undefined };
}

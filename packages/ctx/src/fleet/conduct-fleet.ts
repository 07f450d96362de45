// The sessions of a fleet, as many at once as its limits allow, until nothing is left to begin or somebody wants it to end.

import type { Claim, Ended, FleetStore } from '../store/fleet-store.js';
import { waitUnless } from '../time/interruptible-wait.js';

export interface Conducting {
  readonly store: FleetStore;
  readonly slots: number;
  /** Aborted when nothing more is to be begun, and what is under way is to end. */
  readonly signal: AbortSignal;
  /** Runs one claim to its end; whatever becomes of it is an answer. */
  readonly work: (claim: Claim, cancel: AbortSignal) => Promise<Ended>;
}

/** How often somebody may have asked for an end. */
const beatMs = 500;

export async function conductFleet({ store, slots, signal, work }: Conducting): Promise<void> {
  const underWay = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>();
  const broken = new AbortController();
  let fault: unknown;
  const begin = (claim: Claim) => {
    const { session_id } = claim.session;
    const stop = new AbortController();
    const done = conductOne(claim, AbortSignal.any([signal, broken.signal, stop.signal]))
      .catch((error: unknown) => {
        // The store does not take what happened: nothing may go on that nobody would know of.
        fault ??= { error };
        broken.abort();
      })
      .finally(() => underWay.delete(session_id));
    underWay.set(session_id, { stop, done });
  };
  const conductOne = async (claim: Claim, cancel: AbortSignal) => store.end(claim, await work(claim, cancel));
  const beat = async () => {
    for (const id of await store.beat()) underWay.get(id)?.stop.abort();
  };
  const ending = AbortSignal.any([signal, broken.signal]);
  while (!ending.aborted) {
    await beat();
    let wait = beatMs;
    let isOver = false;
    while (underWay.size < slots && !ending.aborted) {
      const next = await store.claim();
      if (next.kind === 'claim') {
        begin(next.claim);
        continue;
      }
      if (next.kind === 'wait') wait = Math.min(beatMs, next.ms ?? beatMs);
      isOver = next.kind === 'none' && underWay.size === 0;
      break;
    }
    if (isOver) break;
    await firstOf(
      [...underWay.values()].map(({ done }) => done),
      wait,
      ending,
    );
  }
  await Promise.all([...underWay.values()].map(({ done }) => done));
  if (isFault(fault)) throw fault.error;
}

/** Until one of them ends, or so much time has passed. */
async function firstOf(done: readonly Promise<void>[], ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([...done, waitUnless(ms, AbortSignal.any([signal, over.signal]))]);
  } finally {
    over.abort();
  }
}

function isFault(fault: unknown): fault is { readonly error: unknown } {
  return typeof fault === 'object' && fault !== null && 'error' in fault;
}

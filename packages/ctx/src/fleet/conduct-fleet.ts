// The sessions of a fleet, as many at once as its limits allow, until nothing is left to begin or somebody wants it to end.

import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import type { Claim, Ended, FleetStore } from '../store/fleet-store.js';
import { waitUnless } from '../time/interruptible-wait.js';

export interface Conducting {
  readonly store: FleetStore;
  readonly slots: number;
  /** Aborted when nothing more is to be begun, and what is under way is to end. */
  readonly signal: AbortSignal;
  /** Aborted when nothing more is to be begun, and what is under way may come to its end. */
  readonly drain?: AbortSignal;
  /** Whether there may be something to begin later where nothing is left now. */
  readonly stays?: boolean;
  /**
   * Runs one claim to its end; whatever becomes of it is an answer. `cancel` is aborted with the name of a signal where the process
   * ends, with the failure `lease_lost` where the claim is lost, and otherwise because somebody cancelled the session.
   */
  readonly work: (claim: Claim, cancel: AbortSignal) => Promise<Ended>;
}

interface UnderWay {
  readonly id: string;
  readonly stop: AbortController;
  /** Whether its slot is free: all that is left is to have its end written. */
  isEnding: boolean;
  readonly worked: Promise<unknown>;
  readonly done: Promise<void>;
}

/** How often somebody may have asked for an end. */
const beatMs = 500;
/** How often somebody may have put something in. */
const idleMs = 1000;

export async function conductFleet(conducting: Conducting): Promise<void> {
  const { store, slots, signal, drain, stays = false } = conducting;
  /** One that was lost may still come to its end while the same session is worked on again. */
  const underWay = new Set<UnderWay>();
  const broken = new AbortController();
  let fault: unknown;
  const breakOff = (error: unknown) => {
    // The store does not take what happened: nothing may go on that nobody would know of.
    fault ??= { error };
    broken.abort();
  };
  const begin = (claim: Claim) => {
    const stop = new AbortController();
    const work = conducting.work(claim, AbortSignal.any([signal, broken.signal, stop.signal]));
    const worked = work.then(
      () => setEnding(one),
      () => setEnding(one),
    );
    const done = work
      .then((ended) => store.end(claim, ended))
      // Of one that was lost, whoever has it now says how it ends.
      .catch((error: unknown) => (isLoss(error) ? store.letGo(claim) : breakOff(error)))
      .finally(() => underWay.delete(one));
    const one: UnderWay = { id: claim.session.session_id, stop, isEnding: false, worked, done };
    underWay.add(one);
  };
  const free = () => slots - [...underWay].filter(({ isEnding }) => !isEnding).length;
  const beat = async () => {
    const { cancelled, lost } = await store.beat();
    for (const { id, stop } of underWay) {
      if (cancelled.includes(id)) stop.abort();
      if (lost.includes(id)) stop.abort(fail('lease_lost', { operation: 'fleet', target: id }));
    }
  };
  const ending = AbortSignal.any([signal, broken.signal, ...(drain === undefined ? [] : [drain])]);
  const over = new AbortController();
  await beat();
  const beating = beatUntil(over.signal, beat).catch(breakOff);
  while (!ending.aborted) {
    let wait = idleMs;
    let isOver = false;
    while (free() > 0 && !ending.aborted) {
      const next = await store.claim(free()).catch((error: unknown) => {
        breakOff(error);
        return { kind: 'none' } as const;
      });
      if (next.kind === 'claims') {
        next.claims.forEach(begin);
        continue;
      }
      if (next.kind === 'wait') wait = Math.min(idleMs, next.ms ?? idleMs);
      isOver = next.kind === 'none' && underWay.size === 0 && !stays;
      break;
    }
    if (isOver) break;
    await firstOf(
      [...underWay].map(({ isEnding, worked, done }) => (isEnding ? done : worked)),
      wait,
      ending,
    );
  }
  await Promise.all([...underWay].map(({ done }) => done));
  over.abort();
  await beating;
  if (isFault(fault)) throw fault.error;
}

function setEnding(one: UnderWay): void {
  one.isEnding = true;
}

/** Also while claims are slow to come, and while the last sessions come to their end. */
async function beatUntil(over: AbortSignal, beat: () => Promise<void>): Promise<void> {
  while (!over.aborted) {
    await waitUnless(beatMs, over);
    if (!over.aborted) await beat();
  }
}

/** Until one of them ends, or so much time has passed. */
async function firstOf(done: readonly Promise<unknown>[], ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([...done, waitUnless(ms, AbortSignal.any([signal, over.signal]))]);
  } finally {
    over.abort();
  }
}

function isLoss(error: unknown): boolean {
  return error instanceof Failure && error.code === 'lease_lost';
}

function isFault(fault: unknown): fault is { readonly error: unknown } {
  return typeof fault === 'object' && fault !== null && 'error' in fault;
}

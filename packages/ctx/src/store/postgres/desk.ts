// One worker's way to the fleets' rows: what is handed in and wanted while a transaction is under way goes into the next one, together. So
// a busy worker waits for a fleet's row once for many sessions, and workers wait for each other less.

import type { Ended } from '../fleet-store.js';
import type { Connections } from './connections.js';
import { bestFleet, type Claimed, type Claimer, exchange } from './exchange.js';
import type { Sealer } from './fleet-row.js';
import type { Held } from './leases.js';

export interface EndAnswer {
  /** `lost` where somebody else has the session now. */
  readonly how: 'ended' | 'lost';
  /** Nothing is left to do in the fleet, and nobody has said so yet. */
  readonly isOver: boolean;
}

interface Waiter<T> {
  readonly resolve: (answer: T) => void;
  readonly reject: (error: unknown) => void;
}

type PendingEnd = Waiter<EndAnswer> & { readonly held: Held; readonly ended: Ended };
type PendingWant = Waiter<readonly Claimed[]> & { readonly most: number };

/** Of one transaction. */
const mostEnds = 200;
/** After so many others that were faster, it is asked again in a while. */
const mostTries = 5;

export class Desk {
  readonly #connections: Connections;
  readonly #sealer: Sealer;
  readonly #claimer: Claimer;
  #ends: PendingEnd[] = [];
  #wants: PendingWant[] = [];
  #isWorking = false;

  constructor(connections: Connections, sealer: Sealer, claimer: Claimer) {
    this.#connections = connections;
    this.#sealer = sealer;
    this.#claimer = claimer;
  }

  end(held: Held, ended: Ended): Promise<EndAnswer> {
    return new Promise((resolve, reject) => {
      this.#ends.push({ held, ended, resolve, reject });
      this.#begin();
    });
  }

  /** Those that wait and may begin; none where there is nothing to begin now. */
  claim(most: number): Promise<readonly Claimed[]> {
    return new Promise((resolve, reject) => {
      this.#wants.push({ most, resolve, reject });
      this.#begin();
    });
  }

  #begin(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    // Whoever ends a session wants the next one in the same breath.
    setImmediate(() => void this.#work());
  }

  async #work(): Promise<void> {
    while (this.#ends.length + this.#wants.length > 0)
      await (this.#ends.length > 0 ? this.#endSome() : this.#claimSome());
    this.#isWorking = false;
  }

  async #endSome(): Promise<void> {
    const fleet = this.#ends[0]?.held.fleet ?? '';
    const isNow = (one: PendingEnd) => one.held.fleet === fleet;
    const ends = this.#ends.filter(isNow).slice(0, mostEnds);
    this.#ends = this.#ends.filter((one) => !ends.includes(one));
    const want = this.#wants.shift();
    try {
      const { answers, taken, isOver, othersWait } = await exchange(
        this.#connections,
        this.#sealer,
        this.#claimer,
        {
          fleet,
          ends: ends.map(({ held: { claim }, ended }) => ({ claim, ended })),
          most: want?.most ?? 0,
        },
      );
      // One of them says so for all: whoever closes a fleet reads all of it.
      const closer = answers.indexOf('ended');
      for (const [at, { resolve }] of ends.entries())
        resolve({ how: answers[at] ?? 'lost', isOver: isOver && at === closer });
      if (want !== undefined) want.resolve(othersWait ? await this.#claimed(want.most) : taken);
    } catch (error) {
      for (const { reject } of ends) reject(error);
      want?.reject(error);
    }
  }

  async #claimSome(): Promise<void> {
    const want = this.#wants.shift();
    if (want === undefined) return;
    try {
      want.resolve(await this.#claimed(want.most));
    } catch (error) {
      want.reject(error);
    }
  }

  async #claimed(most: number): Promise<readonly Claimed[]> {
    for (let tries = 0; tries < mostTries; tries++) {
      const best = await bestFleet(this.#connections, this.#claimer, most);
      if (best === undefined) return [];
      const { taken } = await exchange(this.#connections, this.#sealer, this.#claimer, { ...best, ends: [] });
      // None are left where others claimed them meanwhile: there may be more elsewhere.
      if (taken.length > 0) return taken;
    }
    return [];
  }
}

// A fleet's store in PostgreSQL, as one worker uses it. The database's clock decides about leases and times, its rows about limits; what it
// cannot be asked for is waited for, and what could not be asked for in time is lost.

import { Failure } from '../../protocol/failure.js';
import type { Claim, Ended, FleetStore, Heard, NextClaim, SharedLog } from '../fleet-store.js';
import { Connections } from './connections.js';
import { Desk } from './desk.js';
import type { Claimed, Claimer } from './exchange.js';
import type { Sealer } from './fleet-row.js';
import { type Held, Leases } from './leases.js';
import { beginOtherLog } from './other-log.js';
import { closeFleet, refuseUnpayable } from './over.js';
import { sharedLog } from './shared-log.js';
import type { StoreAddress } from './store-address.js';
import { claimLost, lookAround, type Seen } from './takeovers.js';
import { ticketFrom } from './tickets.js';
import { signOff, signOn, type WorkerFacts } from './workers.js';

export interface PgStoreOptions {
  readonly address: StoreAddress;
  readonly sealer: Sealer;
  readonly worker: WorkerFacts;
  /** This fleet alone. */
  readonly fleet?: string | undefined;
  readonly leaseMs: number;
  /** For how long a store that does not answer is waited for. */
  readonly patienceMs: number;
  /** Waits, unless the process ends. */
  readonly wait: (ms: number) => Promise<void>;
  /** Milliseconds that only go forward. */
  readonly now: () => number;
}

/** How often the store is asked, at most: whether a lease ran out, whether something waits. */
const lookMs = 1000;
const longestBackoff = 1000;

export class PgStore implements FleetStore {
  readonly #options: PgStoreOptions;
  readonly #connections: Connections;
  /** Leases are kept over a connection that nothing else waits for. */
  readonly #beats: Connections;
  readonly #leases: Leases;
  readonly #claimer: Claimer;
  readonly #desk: Desk;
  #answered: number;
  #looked = -Infinity;
  #beaten = -Infinity;
  #draining = false;

  constructor(options: PgStoreOptions) {
    const { address, worker, leaseMs, now, fleet } = options;
    this.#options = options;
    const name = `ctx ${worker.version} ${worker.host}`.slice(0, 63);
    const most = Math.min(8, Math.max(2, worker.slots));
    const [timeoutMs, beatMs] = [Math.max(1000, leaseMs / 2), Math.max(1000, leaseMs / 4)];
    this.#connections = new Connections({ address, name, most, timeoutMs, connectMs: 5000 });
    // Whoever waits for a beat hears of lost leases afterwards.
    const connectMs = Math.min(5000, Math.max(beatMs, leaseMs));
    this.#beats = new Connections({ address, name, most: 1, timeoutMs: beatMs, connectMs });
    this.#leases = new Leases(leaseMs, now);
    this.#claimer = { worker: worker.id, owner: worker.owner, labels: worker.labels, fleet, leaseMs, now };
    this.#desk = new Desk(this.#connections, options.sealer, this.#claimer);
    this.#answered = now();
  }

  get id(): string {
    return this.#options.worker.id;
  }

  /** Nothing is claimed before. */
  async open(): Promise<void> {
    const { worker, fleet, wait } = this.#options;
    for (let backoff = 50; ; backoff = Math.min(2 * backoff, longestBackoff)) {
      try {
        return await signOn(this.#connections, worker, fleet);
      } catch (error) {
        this.#orWait(error);
        await wait(backoff);
      }
    }
  }

  /** No more sessions are begun; those who look at the workers see it. */
  drain(): void {
    this.#draining = true;
    this.#beaten = -Infinity;
  }

  async close(): Promise<void> {
    try {
      await signOff(this.#connections, this.#options.worker.id);
    } catch (error) {
      // Others see by its age that it is gone.
      if (!(error instanceof Failure)) throw error;
    } finally {
      await Promise.all([this.#connections.close(), this.#beats.close()]);
    }
  }

  async claim(most = 1): Promise<NextClaim> {
    try {
      const next = await this.#next(most);
      this.#answered = this.#options.now();
      return next;
    } catch (error) {
      this.#orWait(error);
      return { kind: 'wait', ms: lookMs };
    }
  }

  async #next(most: number): Promise<NextClaim> {
    const { sealer, fleet, now } = this.#options;
    const asked = now();
    if (asked - this.#looked >= lookMs) {
      const seen = await lookAround(this.#connections, this.#claimer);
      const lost = seen.lost && (await claimLost(this.#connections, this.#claimer, sealer, seen.lost));
      // There may be more of them.
      if (lost === undefined) this.#looked = asked;
      else if (lost !== 'given up') return this.#holding([lost]);
      if (lost === undefined && !seen.waits) return waitOrNone(seen);
    }
    const taken = await this.#desk.claim(most);
    if (taken.length > 0) return this.#holding(taken);
    if (this.#leases.count === 0) await refuseUnpayable(this.#connections, sealer, fleet);
    return waitOrNone(await lookAround(this.#connections, this.#claimer));
  }

  #holding(taken: readonly Claimed[]): NextClaim {
    const claims = taken.map(({ fleet, row, queued, attempt, lost, asked }) => {
      const { log, headSeq, epoch } = row;
      const claim = { session: queued, log, attempt, begun: headSeq >= 0, lost, epoch };
      this.#leases.hold({ claim, fleet: fleet.id, limits: fleet.limits, confirmed: asked });
      return claim;
    });
    return { kind: 'claims', claims };
  }

  async startOver(claim: Claim): Promise<Claim | undefined> {
    const held = this.#leases.of(claim);
    const { sealer, worker } = this.#options;
    const log = await this.#persist(held, () => beginOtherLog(this.#connections, sealer, held, worker.owner));
    if (log === undefined) return undefined;
    const other = { ...claim, log, begun: false, lost: false };
    this.#leases.hold({ ...held, claim: other });
    return other;
  }

  async end(claim: Claim, ended: Ended): Promise<void> {
    const held = this.#leases.of(claim);
    const { how, isOver } = await this.#persist(held, () => this.#desk.end(held, ended));
    if (how === 'lost') throw this.#leases.lose(held);
    this.#leases.letGo(claim);
    if (isOver) await this.#closeFleet(held.fleet);
  }

  letGo(claim: Claim): void {
    this.#leases.letGo(claim);
  }

  /** Whoever follows the fleet, or works on it next, does it where this fails. */
  async #closeFleet(id: string): Promise<void> {
    try {
      await closeFleet(this.#connections, this.#options.sealer, id);
    } catch (error) {
      this.#orWait(error);
    }
  }

  async ticket(claim: Claim, provider: string): Promise<number> {
    const held = this.#leases.of(claim);
    return this.#persist(held, () => ticketFrom(this.#connections, held, provider));
  }

  async beat(): Promise<Heard> {
    const { now, worker, leaseMs } = this.#options;
    const asked = now();
    if (asked - this.#beaten < Math.min(lookMs, leaseMs / 4))
      return { cancelled: [], lost: this.#leases.heardOfLost() };
    try {
      const heard = await this.#leases.renew(this.#beats, worker.id, this.#draining);
      this.#beaten = asked;
      this.#answered = now();
      return heard;
    } catch (error) {
      this.#orWait(error);
      return { cancelled: [], lost: this.#leases.heardOfLost() };
    }
  }

  sharedLog(claim: Claim): SharedLog {
    return sharedLog(claim, {
      connections: this.#connections,
      leases: this.#leases,
      persist: (held, work) => this.#persist(held, work),
    });
  }

  /** Again and again while the claim could still be ours. */
  async #persist<T>(held: Held, work: () => Promise<T>): Promise<T> {
    for (let backoff = 50; ; backoff = Math.min(2 * backoff, longestBackoff)) {
      try {
        const result = await work();
        this.#answered = this.#options.now();
        return result;
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (this.#leases.isPast(held)) throw this.#leases.lose(held);
        await this.#options.wait(backoff);
      }
    }
  }

  /** A store that does not answer may do so in a while; anything else ends it. */
  #orWait(error: unknown): void {
    const { now, patienceMs } = this.#options;
    if (!isPassing(error) || now() - this.#answered > patienceMs) throw error;
  }
}

function waitOrNone({ waits, runs }: Seen): NextClaim {
  return waits || runs ? { kind: 'wait', ms: lookMs } : { kind: 'none' };
}

function isPassing(error: unknown): boolean {
  return error instanceof Failure && error.code === 'store_unreachable';
}

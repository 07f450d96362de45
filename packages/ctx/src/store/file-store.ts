// A fleet in a file, conducted by one process. The fold is all that it knows; the file has every record before anything follows from it.

import { hostname } from 'node:os';
import { againAt, closing, spentOf, unpayable } from './after-end.js';
import { takeRequest } from './cancel-request.js';
import type { FleetLog } from './fleet-log.js';
import type { Amounts } from './fleet-records.js';
import { countsOf, type FleetSession, type FleetState, fits, needOf, sessionOf } from './fleet-state.js';
import type { Claim, Ended, FleetStore, Heard, NextClaim } from './fleet-store.js';
import { takePlace } from './token-bucket.js';
import { WaitingLine } from './waiting-line.js';

export function ownerName(): string {
  return `${hostname()}/${process.pid}`;
}

export class FileStore implements FleetStore {
  readonly #log: FleetLog;
  readonly #state: FleetState;
  readonly #now: () => number;
  readonly #line = new WaitingLine();
  /** Begun by a process that is gone. */
  readonly #lost: FleetSession[];
  readonly #running = new Map<string, number>();
  readonly #buckets = new Map<string, number>();

  /** The state is folded from the log, and stays so: every record that is appended is folded as well. */
  constructor(log: FleetLog, state: FleetState, now: () => number) {
    this.#log = log;
    this.#state = state;
    this.#now = now;
    this.#lost = [...state.sessions.values()].filter((session) => session.state === 'running');
    for (const session of state.sessions.values())
      if (session.state === 'queued') this.#line.put(session, now());
  }

  async claim(): Promise<NextClaim> {
    const lost = this.#lost.shift();
    if (lost !== undefined) return this.#claimed(lost, lost.log, lost.attempts, true);
    if (this.#state.stopped !== undefined) return { kind: 'none' };
    const now = this.#now();
    const next = this.#line.take(
      now,
      (provider) => this.#isOpen(provider),
      (session) => fits(this.#state, needOf(session)),
    );
    if (next !== undefined) return this.#claimed(next, next.log, next.attempts + 1, false);
    const { queued } = countsOf(this.#state);
    if (queued === 0) return { kind: 'none' };
    const { nextAt } = this.#line;
    if (this.#underWay === 0 && nextAt === undefined) {
      this.#refuseUnpayable();
      return { kind: 'none' };
    }
    return { kind: 'wait', ms: nextAt === undefined ? undefined : Math.max(0, nextAt - now) };
  }

  async startOver(claim: Claim): Promise<Claim | undefined> {
    const { session_id, most } = claim.session;
    const { logs, reserved } = sessionOf(this.#state, session_id);
    const more = { microusd: most.microusd - reserved.microusd, tokens: most.tokens - reserved.tokens };
    if (!fits(this.#state, more)) return undefined;
    const log = `${session_id}-try${logs.size + 1}`;
    this.#appendClaim(session_id, log, claim.attempt, most);
    return { ...claim, log, begun: false, lost: false };
  }

  async end(claim: Claim, ended: Ended): Promise<void> {
    const { session_id, provider, most } = claim.session;
    const session = sessionOf(this.#state, session_id);
    this.#running.set(provider, (this.#running.get(provider) ?? 1) - 1);
    const again = session.cancelled
      ? undefined
      : againAt(ended, claim.attempt, this.#state.limits, this.#now());
    const { used, ...how } = ended;
    this.#log.append({
      type: 'session.ended',
      body: {
        session_id,
        // Which may be another one than the claim began with.
        log: session.log,
        attempt: claim.attempt,
        ...how,
        spent: spentOf(ended, most),
        ...(again !== undefined && { again_at: new Date(again).toISOString() }),
      },
    });
    const { stop_after_failures = Infinity } = this.#state.limits;
    if (session.state === 'queued') this.#line.put(session, this.#now());
    if (this.#state.failures >= stop_after_failures && this.#state.stopped === undefined)
      this.#log.append({ type: 'fleet.stopped', body: { reason: 'failures' } });
  }

  async ticket(_claim: Claim, provider: string): Promise<number> {
    const rate = this.#limitsOf(provider) ?? {};
    const { full, wait } = takePlace(this.#buckets.get(provider) ?? 0, this.#now(), rate);
    this.#buckets.set(provider, full);
    return wait;
  }

  async beat(): Promise<Heard> {
    const request = takeRequest(this.#log.path);
    const known = request?.sessions?.filter((id) => this.#state.sessions.has(id));
    if (request !== undefined && known?.length !== 0)
      this.#log.append({ type: 'fleet.cancelled', body: known === undefined ? {} : { sessions: known } });
    const cancelled = [...this.#state.sessions.values()]
      .filter((session) => session.state === 'running' && session.cancelled)
      .map(({ queued }) => queued.session_id);
    return { cancelled, lost: [] };
  }

  /** Nobody else could take it. */
  letGo(): void {}

  sharedLog(): undefined {
    return undefined;
  }

  /** No more sessions are begun. */
  stop(): void {
    if (this.#state.stopped === undefined)
      this.#log.append({ type: 'fleet.stopped', body: { reason: 'signal' } });
  }

  /** All that it came to, once nothing is left to do. */
  close(): void {
    const { queued, running } = countsOf(this.#state);
    if (queued + running === 0) this.#log.append(closing(this.#state));
  }

  #claimed(session: FleetSession, log: string, attempt: number, lost: boolean): NextClaim {
    const { provider } = session.queued;
    this.#appendClaim(session.queued.session_id, log, attempt, needOf(session));
    this.#running.set(provider, (this.#running.get(provider) ?? 0) + 1);
    const begun = lost || session.logs.get(log)?.head !== undefined;
    return { kind: 'claims', claims: [{ session: session.queued, log, attempt, begun, lost, epoch: 0 }] };
  }

  #appendClaim(session_id: string, log: string, attempt: number, reserved: Amounts): void {
    const owner = ownerName();
    this.#log.append({ type: 'session.claimed', body: { session_id, log, attempt, owner, reserved } });
  }

  get #underWay(): number {
    return [...this.#running.values()].reduce((sum, count) => sum + count, 0);
  }

  #isOpen(provider: string): boolean {
    return (this.#running.get(provider) ?? 0) < (this.#limitsOf(provider)?.at_once ?? Infinity);
  }

  #limitsOf(provider: string) {
    return this.#state.limits.providers.find((one) => one.provider === provider);
  }

  /** Nothing runs that could give money back, and what is left would pay for none of them. */
  #refuseUnpayable(): void {
    this.#log.appendAll(unpayable(this.#state));
  }
}

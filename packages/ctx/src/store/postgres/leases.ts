// The claims of this worker, and until when they are surely its own: by the machine's own clock that never jumps, counted from before the
// store was asked. Who could not ask for a whole lease has lost it, whatever the store says later.

import { fail } from '../../protocol/codes.js';
import type { FleetLimits } from '../fleet-records.js';
import type { Claim, Heard } from '../fleet-store.js';
import type { Connections } from './connections.js';
import { textOf, truthOf } from './rows.js';

export interface Held {
  readonly claim: Claim;
  readonly fleet: string;
  readonly limits: FleetLimits;
  /** When the store was last asked and said that it is ours. */
  confirmed: number;
}

export class Leases {
  readonly leaseMs: number;
  /** Milliseconds that only go forward. */
  readonly now: () => number;
  readonly #held = new Map<string, Held>();
  /** Lost since the last beat: whatever of them goes on is to end. */
  readonly #lost: string[] = [];

  constructor(leaseMs: number, now: () => number) {
    this.leaseMs = leaseMs;
    this.now = now;
  }

  get count(): number {
    return this.#held.size;
  }

  hold(held: Held): void {
    this.#held.set(held.claim.session.session_id, held);
  }

  /** What is held by this very claim. */
  of({ session: { session_id }, epoch }: Claim): Held {
    const held = this.#held.get(session_id);
    if (held === undefined || held.claim.epoch !== epoch)
      throw fail('lease_lost', { operation: 'fleet', target: session_id });
    if (this.isPast(held)) throw this.lose(held);
    return held;
  }

  isPast({ confirmed }: Held): boolean {
    return this.now() - confirmed > this.leaseMs;
  }

  letGo({ session: { session_id }, epoch }: Claim): void {
    if (this.#held.get(session_id)?.claim.epoch === epoch) this.#held.delete(session_id);
  }

  /** Lost is lost: it is renewed no more, whatever the store would say. */
  lose(held: Held) {
    const { session_id: target } = held.claim.session;
    if (this.#held.get(target) === held) {
      this.#held.delete(target);
      this.#lost.push(target);
    }
    return fail('lease_lost', { operation: 'fleet', target });
  }

  /** All of them in one statement, and the worker's own sign of life with it. What does not come back is lost. */
  async renew(connections: Connections, worker: string, isDraining: boolean): Promise<Heard> {
    this.#losePast();
    const asked = this.now();
    const held = [...this.#held.values()];
    const rows = await connections.rows(
      `with w as (update ctx.worker set seen_at = clock_timestamp(), running = $5, draining = $6 where id = $1),
            mine as (select s.id from ctx.session s join unnest($2::text[], $3::int[]) as m (id, epoch) on s.id = m.id and s.epoch = m.epoch
                     where s.state = 'running' order by s.id for no key update of s),
            kept as (update ctx.session s set lease_until = clock_timestamp() + $4 * interval '1 millisecond' from mine where s.id = mine.id
                     returning s.id, s.cancelled)
       select id, cancelled from kept`,
      [
        worker,
        held.map(({ claim }) => claim.session.session_id),
        held.map(({ claim }) => claim.epoch),
        this.leaseMs,
        held.length,
        isDraining,
      ],
    );
    const kept = new Map(rows.map((row) => [textOf(row, 'id'), truthOf(row, 'cancelled')]));
    const cancelled: string[] = [];
    for (const one of held) {
      const isCancelled = kept.get(one.claim.session.session_id);
      if (isCancelled !== undefined) one.confirmed = Math.max(one.confirmed, asked);
      if (isCancelled) cancelled.push(one.claim.session.session_id);
    }
    for (const one of held) if (!kept.has(one.claim.session.session_id)) this.lose(one);
    return { cancelled, lost: this.heardOfLost() };
  }

  /** Those that were lost since this was last asked, and those that nobody could ask for in time. */
  heardOfLost(): readonly string[] {
    this.#losePast();
    return this.#lost.splice(0);
  }

  #losePast(): void {
    for (const held of [...this.#held.values()]) if (this.isPast(held)) this.lose(held);
  }
}

// The workers of a store: who is there, what it can take, when it was last heard of.

import type { Connections } from './connections.js';

export interface WorkerFacts {
  readonly id: string;
  /** As records name it. */
  readonly owner: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly slots: number;
  readonly labels: readonly string[];
}

/** Those that were not heard of for so long are forgotten. */
const forgotten = "interval '1 day'";

export async function signOn(
  connections: Connections,
  worker: WorkerFacts,
  fleet: string | undefined,
): Promise<void> {
  const { id, host, pid, version, slots, labels } = worker;
  await connections.rows(
    `with old as (delete from ctx.worker where seen_at < clock_timestamp() - ${forgotten})
     insert into ctx.worker (id, host, pid, version, slots, labels, fleet) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (id) do update set seen_at = clock_timestamp()`,
    [id, host, pid, version, slots, labels, fleet ?? null],
  );
}

export async function signOff(connections: Connections, id: string): Promise<void> {
  await connections.rows('delete from ctx.worker where id = $1', [id]);
}

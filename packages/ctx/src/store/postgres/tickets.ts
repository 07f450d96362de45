// A place in a provider's bucket of calls, over all workers: one row for each, by the database's clock.

import type { Connections } from './connections.js';
import type { Held } from './leases.js';
import { numberOf } from './rows.js';

/** How many milliseconds to wait until it is due. */
export async function ticketFrom(
  connections: Connections,
  { fleet, limits }: Held,
  provider: string,
): Promise<number> {
  const { calls_per_minute, burst = 1 } = limits.providers.find((one) => one.provider === provider) ?? {};
  if (calls_per_minute === undefined) return 0;
  const [row] = await connections.rows(
    `update ctx.bucket set full_at = greatest(full_at, clock_timestamp()) + $3 * interval '1 millisecond' where fleet = $1 and provider = $2
       returning extract(epoch from full_at - clock_timestamp()) * 1000 - $4::double precision as ms`,
    [fleet, provider, 60_000 / calls_per_minute, (burst * 60_000) / calls_per_minute],
  );
  return row === undefined ? 0 : Math.max(0, numberOf(row, 'ms'));
}

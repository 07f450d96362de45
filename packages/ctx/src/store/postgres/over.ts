// What has to be known of all of a fleet: its end, and that nothing is left to pay with. The fold says it, and counts only if nobody wrote
// anything since.

import { closing, unpayable } from '../after-end.js';
import { countsOf, fits, needOf } from '../fleet-state.js';
import type { Connections } from './connections.js';
import { appendToFleet, lockFleet, nowMs, type Sealer } from './fleet-row.js';
import { type Folded, foldFleet } from './read-store.js';
import { numberOf, textOf } from './rows.js';

/** Writes what it came to, once; somebody else may have been faster. */
export async function closeFleet(connections: Connections, sealer: Sealer, id: string): Promise<void> {
  const { state, head } = await foldFleet(connections, id);
  const { queued, running } = countsOf(state);
  if (queued + running > 0 || state.closed) return;
  await connections.transaction(async (within) => {
    const fleet = await lockFleet(within, id);
    if (fleet?.head.hash !== head.hash) return;
    appendToFleet(within, fleet, sealer, [closing(state)], { closed: true });
  });
}

/** Ends all that wait in fleets whose budget pays for none of them, and in which nothing runs that could give money back. */
export async function refuseUnpayable(
  connections: Connections,
  sealer: Sealer,
  only: string | undefined,
): Promise<void> {
  const rows = await connections.rows(
    `select f.id, ${nowMs} as now from ctx.fleet f where not f.closed and f.queued > 0 and f.running = 0 and f.stopped is null and ($1::text is null or f.id = $1)
       and (f.max_microusd is not null or f.max_tokens is not null)`,
    [only ?? null],
  );
  for (const row of rows) await refuseIn(connections, sealer, textOf(row, 'id'), numberOf(row, 'now'));
}

async function refuseIn(connections: Connections, sealer: Sealer, id: string, now: number): Promise<void> {
  const folded = await foldFleet(connections, id);
  const { queued, running } = countsOf(folded.state);
  if (queued === 0 || running > 0 || canBegin(folded, now)) return;
  await connections.transaction(async (within) => {
    const fleet = await lockFleet(within, id);
    if (fleet?.head.hash !== folded.head.hash) return;
    await within.rows(
      `update ctx.session set state = 'failed', logs = logs + (not log_ended)::int, log_ended = true where fleet = $1 and state = 'queued'`,
      [id],
    );
    const entries = unpayable(folded.state);
    const standing = { queued: 0, failures: fleet.failures + entries.length };
    appendToFleet(within, fleet, sealer, entries, standing);
  });
  await closeFleet(connections, sealer, id);
}

/** One that waits for a time may fit then. */
function canBegin({ state }: Folded, now: number): boolean {
  return [...state.sessions.values()].some(
    (session) => session.state === 'queued' && (session.notBefore > now || fits(state, needOf(session))),
  );
}

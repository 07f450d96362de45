// A fleet that is open, conducted to its end: what `fleet run`, `fleet resume` and `fleet retry` share.

import type { Services } from '../../cli/command.js';
import { conductFleet } from '../../fleet/conduct-fleet.js';
import { leaveFleet, type OpenFleet } from '../../fleet/open-fleet.js';
import { fleetWorker } from '../../fleet/work-session.js';
import { fail } from '../../protocol/codes.js';
import { FileStore } from '../../store/file-store.js';
import { type FleetAnswer, orFailed } from './fleet-answer.js';
import { toldOf } from './read-state.js';
import { workingOn } from './working.js';

type Flags = Readonly<Record<string, unknown>>;

/** Whatever becomes of it, the log is closed afterwards. */
export async function conduct(
  open: OpenFleet,
  flags: Flags,
  services: Services,
  warnings: readonly string[] = [],
): Promise<FleetAnswer> {
  try {
    return await conducted(open, flags, services, warnings);
  } finally {
    leaveFleet({ ...open, isOwn: true }, services);
  }
}

async function conducted(
  { log, state }: OpenFleet,
  flags: Flags,
  services: Services,
  warnings: readonly string[],
): Promise<FleetAnswer> {
  const { clock, signal } = services;
  const store = new FileStore(log, state, clock.deterministic ? Date.now : clock.now);
  const working = await workingOn(store, flags, services);
  await conductFleet({
    store,
    slots: state.limits.at_once,
    signal,
    work: fleetWorker(working),
  });
  if (signal.aborted) store.stop();
  else store.close();
  if (!log.holds()) throw fail('fleet_tampered', { operation: 'fleet', target: log.path });
  const facts = { path: log.path, head: log.head?.hash ?? '', isRunning: false, warnings };
  return orFailed(toldOf(state, facts), signal);
}

/** One line for each session that ended. */
export function liveLine(event: object): string | undefined {
  if (!('type' in event) || event.type !== 'session.ended') return undefined;
  if (!('session_id' in event) || !('outcome' in event) || !('cause' in event)) return undefined;
  const again = 'again_at' in event ? `, again at ${String(event.again_at)}` : '';
  const { session_id, outcome, cause } = event;
  const why = outcome === cause ? '' : ` (${String(cause)})`;
  return `${String(session_id)}  ${String(outcome)}${why}${again}\n`;
}

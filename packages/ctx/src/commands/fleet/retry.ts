import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { fail } from '../../protocol/codes.js';
import { ownerName } from '../../store/file-store.js';
import type { FleetState } from '../../store/fleet-state.js';
import { locateFleet } from '../../store/fleets-folder.js';
import { mcpFlags } from '../session-flags.js';
import { budgetFlags, budgetOf } from './budget-flags.js';
import { conduct, liveLine, reopenFleet } from './conduct.js';
import { fleetAnswer, fleetText } from './fleet-answer.js';
import { sharedStore, storeFlag } from './store-flag.js';
import { workerFlags } from './worker-flags.js';

export default clawable({
  name: 'fleet retry',
  group: 'run',
  summary: 'Retry failed and cancelled sessions of a fleet',
  description:
    'Puts the sessions back into the queue and runs the fleet: those that are named, or all that failed or were cancelled. A session that `ctx resume` could go on with (a timeout, a model that was away, a cancellation) goes on in its own log; any other starts over in a new one, ID-try2. What it used before stays counted.',
  examples: [
    { line: 'ctx fleet retry nightly', says: 'all that failed' },
    { line: 'ctx fleet retry nightly nightly-007', says: 'one of them' },
  ],
  arguments: {
    fleet: argument.one('the id of a fleet, or its file'),
    sessions: argument.any('sessions of it (default: all that failed or were cancelled)'),
  },
  flags: {
    ...budgetFlags,
    ...storeFlag,
    ...workerFlags,
    'trust-log': flag.switch('continue a fleet that another machine wrote: it brings its own settings'),
    trust: mcpFlags.trust,
  },
  returns: fleetAnswer,
  details: fleetAnswer,
  showsDetails: true,
  long: true,
  async run({ args: { fleet, sessions }, flags }, services) {
    const url = sharedStore(flags, services);
    if (url !== undefined) {
      const { retryShared } = await import('./shared/go-on.js');
      return retryShared({ url, services, flags }, fleet, sessions, budgetOf(flags));
    }
    const open = reopenFleet(locateFleet(fleet, services), services, flags['trust-log']);
    const { log, state, tornBytes } = open;
    try {
      const ids = toRetry(state, sessions);
      const torn = tornBytes > 0 ? { torn_bytes: tornBytes } : {};
      log.appendAll([
        { type: 'fleet.resumed', body: { owner: ownerName(), ...torn, ...budgetOf(flags) } },
        ...ids.map((session_id) => ({ type: 'session.requeued', body: { session_id } }) as const),
      ]);
    } catch (error) {
      log.close();
      throw error;
    }
    return conduct(open, flags, services);
  },
  render: fleetText,
  live: liveLine,
  warnings: (answer) => answer.warnings,
});

function toRetry({ fleet_id, sessions }: FleetState, named: readonly string[]): string[] {
  for (const id of named)
    if (!sessions.has(id))
      throw fail('fleet_session_unknown', { operation: 'retry', target: id, fleet: fleet_id });
  const ended = [...sessions.values()].filter(({ state }) => state === 'failed' || state === 'cancelled');
  const ids = ended
    .map(({ queued }) => queued.session_id)
    .filter((id) => named.length === 0 || named.includes(id));
  if (ids.length === 0) throw fail('fleet_nothing_to_retry', { operation: 'retry', target: fleet_id });
  return ids;
}

import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { fail } from '../../protocol/codes.js';
import type { FleetState } from '../../store/fleet-state.js';
import { budgetOf } from './budget-flags.js';
import { fleetAnswer } from './fleet-answer.js';
import { goingOnAnswer, goingOnFlags, goOn } from './resume-or-retry.js';
import { sharedStore } from './store-flag.js';

export default clawable({
  name: 'fleet retry',
  group: 'run',
  summary: 'Retry failed and cancelled sessions of a fleet',
  description:
    'Queues sessions again and runs the fleet: those that you name, or all that failed or were cancelled. A session that `ctx resume` could continue (after a timeout, an unreachable model, a cancellation) continues in its own log; any other starts over in a new one, ID-try2. What it used before still counts.',
  examples: [
    { line: 'ctx fleet retry nightly', says: 'all that failed' },
    { line: 'ctx fleet retry nightly nightly-007', says: 'one of them' },
  ],
  arguments: {
    fleet: argument.one('the id of a fleet, or its file'),
    sessions: argument.any('sessions of it (default: all that failed or were cancelled)'),
  },
  flags: goingOnFlags,
  returns: fleetAnswer,
  details: fleetAnswer,
  ...goingOnAnswer,
  async run({ args: { fleet, sessions }, flags }, services) {
    const url = sharedStore(flags, services);
    if (url !== undefined) {
      const { retryShared } = await import('./shared/change-and-follow.js');
      return retryShared({ url, services, flags }, fleet, sessions, budgetOf(flags));
    }
    return goOn(fleet, flags, services, (state) =>
      toRetry(state, sessions).map((session_id) => ({ type: 'session.requeued', body: { session_id } })),
    );
  },
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

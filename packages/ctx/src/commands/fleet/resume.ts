import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { fail } from '../../protocol/codes.js';
import { countsOf, type FleetState } from '../../store/fleet-state.js';
import { budgetOf } from './budget-flags.js';
import { fleetAnswer } from './fleet-answer.js';
import { goingOnAnswer, goingOnFlags, goOn } from './resume-or-retry.js';
import { sharedStore } from './store-flag.js';

export default clawable({
  name: 'fleet resume',
  group: 'run',
  summary: 'Resume a fleet that was interrupted, stopped or killed',
  description:
    'Takes over sessions that were running and starts those that wait. An interrupted session continues in its own log, from the last recorded step, as with `ctx resume`. What another agent kept in its own memory is lost: such a session counts as worker_lost, and starts over in a new log if the fleet retries that. --max-usd and --max-tokens set the budget of the whole fleet. With --store, a stopped fleet of the store continues, and this process joins its workers and follows it.',
  examples: [
    { line: 'ctx fleet resume nightly', says: 'after Ctrl-C, a crash or a power cut' },
    { line: 'ctx fleet resume nightly --max-usd 50', says: 'with fifty dollars in all' },
  ],
  arguments: { fleet: argument.one('the id of a fleet, or its file') },
  flags: goingOnFlags,
  returns: fleetAnswer,
  details: fleetAnswer,
  ...goingOnAnswer,
  async run({ args: { fleet }, flags }, services) {
    const url = sharedStore(flags, services);
    if (url !== undefined) {
      const { resumeShared } = await import('./shared/change-and-follow.js');
      return resumeShared({ url, services, flags }, fleet, budgetOf(flags));
    }
    return goOn(fleet, flags, services, (state) => {
      refuseFinished(state);
      return [];
    });
  },
});

function refuseFinished(state: FleetState): void {
  const { queued, running } = countsOf(state);
  if (queued + running === 0 && state.closed)
    throw fail('fleet_finished', { operation: 'resume', target: state.fleet_id });
}

import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { fail } from '../../protocol/codes.js';
import { ownerName } from '../../store/file-store.js';
import { countsOf } from '../../store/fleet-state.js';
import { locateFleet } from '../../store/fleets-folder.js';
import { mcpFlags } from '../session-flags.js';
import { budgetFlags, budgetOf } from './budget-flags.js';
import { conduct, liveLine, reopenFleet } from './conduct.js';
import { fleetAnswer, fleetText } from './fleet-answer.js';
import { sharedStore, storeFlag } from './store-flag.js';
import { workerFlags } from './worker-flags.js';

export default clawable({
  name: 'fleet resume',
  group: 'run',
  summary: 'Resume a fleet that was interrupted, stopped or killed',
  description:
    'Reads the fleet’s log, takes over the sessions that were under way and begins those that wait. A session that was cut off goes on in its own log, from the last thing that was said or done, as with `ctx resume`; one that had come to its end and was not counted yet is counted. What another agent held in its own memory cannot go on: such a session counts as worker_lost, and starts over in a new log if the fleet retries that. --max-usd and --max-tokens set the budget for all of the fleet. With --store, the fleet of a store goes on if it was stopped, and this process joins its workers and follows it.',
  examples: [
    { line: 'ctx fleet resume nightly', says: 'after Ctrl-C, a crash or a power cut' },
    { line: 'ctx fleet resume nightly --max-usd 50', says: 'with fifty dollars in all' },
  ],
  arguments: { fleet: argument.one('the id of a fleet, or its file') },
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
  async run({ args: { fleet }, flags }, services) {
    const url = sharedStore(flags, services);
    if (url !== undefined) {
      const { resumeShared } = await import('./shared/go-on.js');
      return resumeShared({ url, services, flags }, fleet, budgetOf(flags));
    }
    const open = reopenFleet(locateFleet(fleet, services), services, flags['trust-log']);
    const { log, state, tornBytes } = open;
    try {
      const { queued, running } = countsOf(state);
      if (queued + running === 0 && state.closed)
        throw fail('fleet_finished', { operation: 'resume', target: state.fleet_id });
      const torn = tornBytes > 0 ? { torn_bytes: tornBytes } : {};
      log.append({ type: 'fleet.resumed', body: { owner: ownerName(), ...torn, ...budgetOf(flags) } });
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

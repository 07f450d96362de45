import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { locateFleet } from '../../store/fleets-folder.js';
import { fleetAnswer, fleetText } from './fleet-answer.js';
import { lookAt } from './read-state.js';
import { sharedStore, storeFlag } from './store-flag.js';

export default clawable({
  name: 'fleet status',
  group: 'run',
  summary: 'Show a fleet: its sessions, its cost, why sessions failed',
  description:
    'Shows every session with its state, attempts, cause and cost, failures grouped by cause, and how much of the budget is spent and reserved; works while the fleet runs. `running` means that a process runs the fleet right now, `open` that sessions are left and none does. With --store, reads the fleet from a shared store.',
  examples: [
    { line: 'ctx fleet status', says: 'the newest fleet' },
    { line: 'ctx fleet status nightly --output-format json', says: 'all of it, for a program' },
  ],
  arguments: { fleet: argument.optional('the id of a fleet, or its file (default: the newest)') },
  flags: { ...storeFlag },
  returns: fleetAnswer,
  async run({ args: { fleet }, flags }, services) {
    const url = sharedStore(flags, services);
    if (url !== undefined) {
      const { fleetInStore } = await import('./shared/look.js');
      return fleetInStore(url, services, fleet);
    }
    return lookAt(locateFleet(fleet, services));
  },
  render: fleetText,
});

import type { Services } from '../../cli/command.js';
import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { pause } from '../../disk/pause.js';
import { leaveFleet, reopenFleet } from '../../fleet/open-fleet.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import { isRequested, takeRequest, writeRequest } from '../../store/cancel-request.js';
import { locateFleet } from '../../store/fleets-folder.js';
import { fleetAnswer, fleetText } from './fleet-answer.js';
import { lookAt, readState } from './read-state.js';
import { sharedStore, storeFlag } from './store-flag.js';

export default clawable({
  name: 'fleet cancel',
  group: 'run',
  summary: 'Cancel a fleet or some of its sessions',
  description:
    'Waiting sessions do not start; running ones are stopped, and their logs say so. If a process runs the fleet, this command asks it and waits for its answer; otherwise it writes the log itself. In a shared store, workers notice within about a second. `ctx fleet retry` runs cancelled sessions anyway.',
  examples: [
    { line: 'ctx fleet cancel nightly', says: 'all of it' },
    { line: 'ctx fleet cancel nightly nightly-007', says: 'one session' },
  ],
  arguments: {
    fleet: argument.one('the id of a fleet, or its file'),
    sessions: argument.any('sessions of it (default: all)'),
  },
  flags: { ...storeFlag },
  returns: fleetAnswer,
  async run({ args: { fleet, sessions }, flags }, services) {
    const url = sharedStore(flags, services);
    if (url !== undefined) {
      const { cancelShared } = await import('./shared/change-and-follow.js');
      return cancelShared(url, services, fleet, sessions);
    }
    const path = locateFleet(fleet, services);
    const { state } = readState(path);
    for (const id of sessions)
      if (!state.sessions.has(id))
        throw fail('fleet_session_unknown', { operation: 'cancel', target: id, fleet: state.fleet_id });
    const request = sessions.length === 0 ? {} : { sessions: [...sessions] };
    writeRequest(path, request);
    while (isRequested(path)) {
      writeHere(path, services);
      await pause(50);
    }
    return lookAt(path);
  },
  render: fleetText,
});

/** Nothing happens where another process has the fleet: it takes the request itself. */
function writeHere(path: string, services: Services): void {
  let open: ReturnType<typeof reopenFleet>;
  try {
    open = reopenFleet(path, services, true);
  } catch (error) {
    if (error instanceof Failure && error.code === 'fleet_running') return;
    throw error;
  }
  try {
    const request = takeRequest(path);
    if (request !== undefined) open.log.append({ type: 'fleet.cancelled', body: request });
  } finally {
    leaveFleet(open, services);
  }
}

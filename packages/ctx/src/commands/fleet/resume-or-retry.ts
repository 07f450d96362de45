// What the commands that go on with a fleet share: resume and retry.

import type { Services } from '../../cli/command.js';
import { flag, type Values } from '../../cli/inputs.js';
import { reopenFleet } from '../../fleet/open-fleet.js';
import { ownerName } from '../../store/file-store.js';
import type { FleetState } from '../../store/fleet-state.js';
import { locateFleet } from '../../store/fleets-folder.js';
import type { FleetEntry } from '../../store/seal-records.js';
import { mcpFlags } from '../session-flags.js';
import { budgetFlags, budgetOf } from './budget-flags.js';
import { conduct, liveLine } from './conduct.js';
import { type FleetAnswer, fleetText } from './fleet-answer.js';
import { storeFlag } from './store-flag.js';
import { workerFlags } from './worker-flags.js';

export const goingOnFlags = {
  ...budgetFlags,
  ...storeFlag,
  ...workerFlags,
  'trust-log': flag.switch(
    'continue a fleet that another machine wrote: it runs with the settings in its log',
  ),
  trust: mcpFlags.trust,
};

/** How what such a command answers is shown; its schema stands in the command itself, where the build takes it out. */
export const goingOnAnswer = {
  showsDetails: true,
  long: true,
  render: fleetText,
  live: liveLine,
  warnings: (answer: FleetAnswer) => answer.warnings,
} as const;

/** The fleet of a file. `more` says what is written besides; it may throw, and then nothing is. */
export function goOn(
  fleet: string,
  flags: Values<typeof goingOnFlags>,
  services: Services,
  more: (state: FleetState) => readonly FleetEntry[],
): Promise<FleetAnswer> {
  const open = reopenFleet(locateFleet(fleet, services), services, flags['trust-log']);
  const { log, state, tornBytes } = open;
  try {
    const rest = more(state);
    const torn = tornBytes > 0 ? { torn_bytes: tornBytes } : {};
    const resumed = { owner: ownerName(), ...torn, ...budgetOf(flags) };
    log.appendAll([{ type: 'fleet.resumed', body: resumed }, ...rest]);
  } catch (error) {
    log.close();
    throw error;
  }
  return conduct(open, flags, services);
}

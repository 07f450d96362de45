// A fleet's own log, open for writing: begun, or gone on with. A machine goes on with its own fleets, and with others on a person's word.

import type { Environment } from '../disk/user-folder.js';
import { fail } from '../protocol/codes.js';
import { ownSessions } from '../session/own-sessions.js';
import { redactorFor } from '../session/redact.js';
import { FleetLog } from '../store/fleet-log.js';
import type { FleetRecord } from '../store/fleet-records.js';
import { advanceFleet, type FleetState, newFleetState } from '../store/fleet-state.js';
import type { FleetEntry } from '../store/seal-records.js';
import type { Clock } from '../time/clock.js';

export interface OpenFleet {
  readonly log: FleetLog;
  readonly state: FleetState;
  /** Whether this machine knows it as its own from now on. */
  readonly isOwn: boolean;
}

interface FleetServices {
  readonly clock: Clock;
  readonly env: Environment;
  readonly emit: (record: FleetRecord) => void;
}

export function beginFleet(path: string, first: readonly FleetEntry[], services: FleetServices): OpenFleet {
  const state = newFleetState();
  // Noted before it is there, so that a crash leaves no fleet that this machine does not know.
  const onBegin = (hash: string) => void ownSessions(services.env).remember(hash, hash);
  return {
    state,
    isOwn: true,
    log: FleetLog.create(path, { ...optionsFor(state, services), onBegin }, first),
  };
}

/** What a stranger's log says would be run: `trustLog` is a person's word that it may. */
export function reopenFleet(
  path: string,
  services: FleetServices,
  trustLog = false,
): OpenFleet & { readonly tornBytes: number } {
  const state = newFleetState();
  const options = optionsFor(state, services);
  const origin = ownSessions(services.env).examine();
  const take = (record: FleetRecord) => {
    origin.take(record);
    advanceFleet(state, record);
  };
  const { log, tornBytes } = FleetLog.reopen(path, options, take, () => {
    const { ownership } = origin;
    if (ownership !== 'own' && !trustLog)
      throw fail('fleet_foreign', { operation: 'open', target: path, ownership });
  });
  return { state, log, tornBytes, isOwn: origin.ownership === 'own' };
}

/** Closes the log. Whatever was done with it, this machine knows its own fleet again. */
export function leaveFleet({ log, isOwn }: OpenFleet, { env }: Pick<FleetServices, 'env'>): void {
  const { first, head } = log;
  if (isOwn && first !== undefined) ownSessions(env).remember(first, head?.hash ?? first);
  log.close();
}

function optionsFor(state: FleetState, { clock, env, emit }: FleetServices) {
  const onRecord = (record: FleetRecord) => {
    advanceFleet(state, record);
    emit(record);
  };
  return { clock, redactor: redactorFor(env), onRecord };
}

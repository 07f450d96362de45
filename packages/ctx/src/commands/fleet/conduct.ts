// A fleet that is open, conducted to its end: what `fleet run`, `fleet resume` and `fleet retry` share.

import type { Services } from '../../cli/command.js';
import { conductFleet } from '../../fleet/conduct-fleet.js';
import { fleetWorker } from '../../fleet/work-session.js';
import { fail } from '../../protocol/codes.js';
import { ownSessions } from '../../session/own-sessions.js';
import { redactorFor } from '../../session/redact.js';
import { FileStore } from '../../store/file-store.js';
import { FleetLog } from '../../store/fleet-log.js';
import type { FleetRecord } from '../../store/fleet-records.js';
import { advanceFleet, type FleetState, newFleetState } from '../../store/fleet-state.js';
import type { FleetEntry } from '../../store/seal-records.js';
import { type FleetAnswer, orFailed } from './fleet-answer.js';
import { toldOf } from './read-state.js';
import { workingOn } from './working.js';

export interface OpenFleet {
  readonly log: FleetLog;
  readonly state: FleetState;
  /** Whether this machine knows it as its own from now on. */
  readonly isOwn: boolean;
}

type Flags = Readonly<Record<string, unknown>>;

function optionsFor(state: FleetState, { clock, env, emit }: Services) {
  const onRecord = (record: FleetRecord) => {
    advanceFleet(state, record);
    emit(record);
  };
  return { clock, redactor: redactorFor(env), onRecord };
}

export function createFleet(path: string, first: readonly FleetEntry[], services: Services): OpenFleet {
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
  services: Services,
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
    closeFleet({ ...open, isOwn: true }, services);
  }
}

/** Whatever was done with it, this machine knows its own fleet again. */
export function closeFleet({ log, isOwn }: OpenFleet, { env }: Services): void {
  const { first, head } = log;
  if (isOwn && first !== undefined) ownSessions(env).remember(first, head?.hash ?? first);
  log.close();
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

// One session in a store that machines share: a fleet of one. A second call of the same id waits while somebody works on it, takes it
// over when that one is dead, and gives the same answer when it is done.

import type { Services } from '../cli/command.js';
import { neutral } from '../cli/terminal.js';
import type { Plan } from '../config/plan.js';
import { wrongInLog } from '../evidence/verify/wrong-in-log.js';
import { conductFleet } from '../fleet/conduct-fleet.js';
import { queuedSession } from '../fleet/queued-session.js';
import { fleetWorker } from '../fleet/work-session.js';
import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import { conductedByLog } from '../runs/conducted-by-log.js';
import type { RunServices } from '../runs/run-services.js';
import { sessionId } from '../session/id.js';
import { makeSessionsFolder, sessionPath, sessionsFolder } from '../session/sessions-folder.js';
import { fleetFormat } from '../store/fleet-records.js';
import { type FleetSession, sessionOf } from '../store/fleet-state.js';
import { putInFleet } from '../store/postgres/put-in-fleet.js';
import { foldFleet, linesOfLog } from '../store/postgres/read-store.js';
import { fetchLog } from '../teleport/fetch-log.js';
import { randomIds } from '../time/ids.js';
import { type OpenStore, withStore, workerStore } from './fleet/shared/open-store.js';
import { leaseMsOf } from './fleet/worker-flags.js';
import { answerOf, type SessionAnswer } from './session-answer.js';

export interface RunInStore {
  readonly plan: Plan;
  readonly id: string | undefined;
  readonly sessionsDir: string | undefined;
  /** What the session's runs have besides what the store has a say in. */
  readonly running: RunServices;
  /** Whether a person reads along. */
  readonly isText: boolean;
}

export function runInStore(url: string, wanted: RunInStore, services: Services): Promise<SessionAnswer> {
  return withStore(url, services, async (store) => {
    const id = sessionId(wanted.id ?? wanted.plan.sessionId ?? randomIds(services.clock).next());
    const isNew = await putIn(store, id, wanted.plan);
    if (!isNew) await tellWaiting(store, id, wanted);
    const folder = sessionsFolder(services, wanted.sessionsDir);
    makeSessionsFolder(folder);
    const failure = await workedOn(store, id, folder, wanted);
    const { state } = await foldFleet(store.connections, id);
    const session = sessionOf(state, id);
    const path = sessionPath(folder, sessionId(session.log));
    if (failure !== undefined) throw failure;
    if (session.ended?.cause === 'worker_lost') throw lost(id, session);
    await fetched(store, session, path);
    return answerOf(conductedByLog(path), services.signal);
  });
}

/** False where it is there already: whatever the store has of it counts. */
async function putIn({ connections, sealer }: OpenStore, id: string, plan: Plan): Promise<boolean> {
  const limits = { at_once: 1, providers: [], retry: { times: 0, on: [], wait_ms: 0 } };
  try {
    await putInFleet(connections, sealer, [
      { type: 'fleet.opened', body: { format: fleetFormat, fleet_id: id, limits } },
      { type: 'session.queued', body: queuedSession(id, plan, {}, undefined) },
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'fleet_exists') throw error;
    return false;
  }
}

/** People see why nothing happens; for machines nothing has. */
async function tellWaiting(
  { connections }: OpenStore,
  id: string,
  { running, isText }: RunInStore,
): Promise<void> {
  const { state } = await foldFleet(connections, id);
  if (!isText || sessionOf(state, id).state !== 'running') return;
  const text = `note: somebody works on ${id}, or did until a moment ago; this call waits, and takes over if that one is dead\n`;
  running.emit({ note: 'store', text: neutral(text) });
}

/** Until nothing of it is left to do; why it could not be run here, where that is so. */
async function workedOn(
  store: OpenStore,
  id: string,
  folder: string,
  { plan, running }: RunInStore,
): Promise<Failure | undefined> {
  const worker = workerStore(store, {
    slots: 1,
    labels: [],
    leaseMs: leaseMsOf({ lease: undefined }),
    fleet: id,
  });
  let failure: Failure | undefined;
  const { env } = store.services;
  const work = fleetWorker({
    store: worker,
    root: plan.root,
    sessionsFolder: folder,
    ownUrls: plan.ownUrls,
    servicesFor: async () => ({ ...running, env }),
    wrongIn: wrongInLog,
    onFailed: (error) => {
      failure = error;
    },
  });
  try {
    await worker.open();
    await conductFleet({ store: worker, slots: 1, signal: running.signal, work });
  } finally {
    await worker.close();
  }
  return failure;
}

function lost(id: string, { ended }: FleetSession): Failure {
  return fail('worker_lost', { operation: 'run', target: id, reason: ended?.target });
}

/** Somebody else may have written the end of it. */
async function fetched({ connections }: OpenStore, session: FleetSession, path: string): Promise<void> {
  const { log, queued } = session;
  await fetchLog(linesOfLog(connections, queued.session_id, log), {
    path,
    session_id: log,
    epoch: 0,
    wrongIn: wrongInLog,
  });
}

// One claim of a fleet, run to its end: begun, or gone on with where an earlier attempt left it, on this machine or another. What
// comes of it is an answer, also where it could not be run at all.

import { discardScratch } from '../agent/scratch.js';
import type { Plan } from '../config/plan.js';
import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import { resumeDriven } from '../runs/resume-driven.js';
import { endLeftovers, resumeSession } from '../runs/resume-session.js';
import type { RunServices } from '../runs/run-services.js';
import { startSession } from '../runs/start-session.js';
import { isSessionId, sessionId } from '../session/id.js';
import { ownSessions } from '../session/own-sessions.js';
import { makeSessionsFolder, sessionPath } from '../session/sessions-folder.js';
import { isLoss } from '../session/settling.js';
import type { Claim, Ended, FleetStore, SharedLog } from '../store/fleet-store.js';
import { type FetchedLog, fetchLog } from '../teleport/fetch-log.js';
import { waitUnless } from '../time/interruptible-wait.js';
import { keptWorkspaces } from './kept-workspaces.js';
import { planOf, providerOf } from './queued-session.js';
import { restoreWorkspaces } from './restore-workspaces.js';
import { answerOf, conductedAnswer, factsOf, failedAnswer, hasBegun, workerLost } from './session-end.js';
import { sharedSession } from './shared-session.js';
import { toldByLog } from './told-by-log.js';

/** Nothing of what the session had is changed. */
const asItWas = {
  policy: { allow: [], deny: [], on_deny: 'tell' as const },
  sandbox: false,
  limits: {},
};

export interface Working {
  readonly store: FleetStore;
  readonly root: string;
  readonly sessionsFolder: string;
  readonly ownUrls: readonly string[];
  /** What a session needs, besides what the fleet has a say in. */
  readonly servicesFor: (plan: Plan) => Promise<RunServices>;
  /** What is wrong with a log besides its chain; nothing where it is sound. */
  readonly wrongIn: (path: string) => Promise<string | undefined>;
  /** Takes a scratch copy away when its session has ended and the store has its files: nobody looks for them here. */
  readonly tidies?: boolean;
  /** Hears of what kept a session from being run; the answer has its code alone. */
  readonly onFailed?: (failure: Failure) => void;
}

/** Whoever claims a session again that it lost itself lets the old attempt come to its end first. */
export function fleetWorker(working: Working): (claim: Claim, cancel: AbortSignal) => Promise<Ended> {
  const underWay = new Map<string, Promise<unknown>>();
  return (claim, cancel) => {
    const { session_id } = claim.session;
    const before = underWay.get(session_id) ?? Promise.resolve();
    const work = before.then(() => workSession(claim, working, cancel));
    const done = work
      .catch(() => {})
      .finally(() => {
        if (underWay.get(session_id) === done) underWay.delete(session_id);
      });
    underWay.set(session_id, done);
    return work;
  };
}

async function workSession(claim: Claim, working: Working, cancel: AbortSignal): Promise<Ended> {
  const attempt = { log: claim.log, begun: claim.begun };
  try {
    const ended = await worked(claim, attempt, working, cancel);
    if (working.tidies === true) tidyScratch(claim.session.runs, attempt.log, working);
    return ended;
  } catch (error) {
    // Of one that was lost, whoever has it now says how it ends.
    if (!(error instanceof Failure) || isLoss(error)) throw error;
    // A store that does not answer is no end of a session: somebody goes on with it when the lease has run out.
    if (error.code.startsWith('store_'))
      throw fail('lease_lost', { operation: 'work', target: claim.session.session_id, cause: error });
    working.onFailed?.(error);
    const isBegun = attempt.begun && isSessionId(attempt.log);
    return failedAnswer(error, isBegun ? pathOf(attempt.log, working) : undefined, cancel);
  }
}

/** What could not be kept is nowhere else: it stays. */
function tidyScratch(runs: Claim['session']['runs'], log: string, working: Working): void {
  if (!runs.some(({ settings }) => settings.scratch)) return;
  const path = pathOf(log, working);
  const isKept = !hasBegun(path) || keptWorkspaces(path).every(({ unkept }) => unkept === undefined);
  if (isKept) discardScratch(working.root, log);
}

type Attempt = { log: string; begun: boolean };

async function worked(claim: Claim, attempt: Attempt, working: Working, cancel: AbortSignal): Promise<Ended> {
  const plan = planOf(claim.session, working.root, working.ownUrls);
  const services = pacedServices(claim, await working.servicesFor(plan), working.store, cancel);
  const path = pathOf(claim.log, working);
  const log = working.store.sharedLog(claim);
  const fetched = log === undefined ? undefined : await fetch(claim, log, working, services);
  if (log !== undefined) attempt.begun = fetched !== undefined;
  if (!attempt.begun || !hasBegun(path)) return begun(claim, attempt, plan, working, services);
  const before = toldByLog(path);
  // Its end was written, and only the fleet did not come to know of it.
  if (claim.lost && before.stop !== 'open') return answerOf(before, cancel);
  const isDriven = plan.runs.some(({ settings }) => settings.agent !== undefined);
  // What an earlier process started here may still be at work, on the same files.
  const ended = log !== undefined || claim.lost ? await endLeftovers(path) : [];
  const isShared = log !== undefined && fetched !== undefined;
  if (before.canGoOn && !isDriven && !isShared) return goneOn(path, ended, working, services);
  if (isShared && (isDriven ? before.stop === 'open' : before.canGoOn)) {
    if (before.needsMemory) return workerLost(before, 'agent_memory');
    const { wasHere } = fetched;
    const restored = await restoreWorkspaces({
      root: working.root,
      session_id: claim.log,
      path,
      wasHere,
      log,
    });
    if ('unrestored' in restored) return workerLost(before, restored.unrestored);
    const shared = { ...services, shared: sharedSession(claim, log, restored) };
    if (!isDriven) return goneOn(path, ended, working, shared);
    const resuming = { session: path, sessionsDir: working.sessionsFolder, plan, ended };
    return conductedAnswer(await resumeDriven(resuming, shared), cancel);
  }
  // What another agent held in its own memory is gone with the process that drove it.
  if (claim.lost) return workerLost(before);
  const fresh = await working.store.startOver(claim);
  if (fresh === undefined) return { outcome: 'failed', cause: 'fleet_budget_spent', ...factsOf(before) };
  attempt.log = fresh.log;
  attempt.begun = false;
  return begun(fresh, attempt, plan, working, services);
}

/** What the store has of it is here then, and counts as ours. */
async function fetch(
  claim: Claim,
  log: SharedLog,
  working: Working,
  { env }: RunServices,
): Promise<FetchedLog | undefined> {
  // Nobody had it before: there is nothing to fetch.
  if (!claim.begun && claim.epoch <= 1) return undefined;
  const { sessionsFolder, wrongIn } = working;
  makeSessionsFolder(sessionsFolder);
  const path = pathOf(claim.log, working);
  const { epoch, log: session_id } = claim;
  const fetched = await fetchLog(log.load(), { path, session_id, epoch, wrongIn });
  if (fetched !== undefined) ownSessions(env).remember(fetched.first, fetched.head.hash);
  return fetched;
}

async function begun(
  claim: Claim,
  attempt: Attempt,
  plan: Plan,
  { store, sessionsFolder: sessionsDir }: Working,
  services: RunServices,
): Promise<Ended> {
  const onBegin = () => {
    attempt.begun = true;
  };
  const log = store.sharedLog(claim);
  const shared = log === undefined ? undefined : sharedSession(claim, log);
  const place = { sessionId: attempt.log, sessionsDir, onBegin };
  return conductedAnswer(await startSession(plan, place, { ...services, shared }), services.signal);
}

async function goneOn(
  session: string,
  ended: readonly number[],
  { ownUrls, sessionsFolder: sessionsDir }: Working,
  services: RunServices,
): Promise<Ended> {
  const findOwnUrls = async () => ownUrls;
  const resuming = { session, sessionsDir, findOwnUrls, ended, trustLog: false, withMcp: true, ...asItWas };
  return conductedAnswer(await resumeSession(resuming, services), services.signal);
}

/** Every model call asks the fleet first. */
function pacedServices(
  claim: Claim,
  services: RunServices,
  store: FleetStore,
  cancel: AbortSignal,
): RunServices {
  return {
    ...services,
    signal: cancel,
    gateFor: (settings) => ({
      beforeCall: async (signal) => waitUnless(await store.ticket(claim, providerOf(settings)), signal),
    }),
  };
}

function pathOf(log: string, { sessionsFolder }: Working): string {
  return sessionPath(sessionsFolder, sessionId(log));
}

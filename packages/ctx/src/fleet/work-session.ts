// One claim of a fleet, run to its end: begun, or gone on with where an earlier attempt left it. What comes of it is an answer,
// also where it could not be run at all.

import { statSync } from 'node:fs';
import type { Plan } from '../config/plan.js';
import { Failure } from '../protocol/failure.js';
import type { Totals } from '../protocol/records.js';
import type { Conducted } from '../runs/conducted.js';
import { endLeftovers, resumeSession } from '../runs/resume-session.js';
import type { RunServices } from '../runs/run-services.js';
import { startSession } from '../runs/start-session.js';
import { sessionId } from '../session/id.js';
import { sessionPath } from '../session/sessions-folder.js';
import type { Claim, Ended, FleetStore } from '../store/fleet-store.js';
import { waitUnless } from '../time/interruptible-wait.js';
import { planOf, providerOf } from './queued-session.js';
import { type ToldByLog, toldByLog } from './told-by-log.js';

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
}

export async function workSession(claim: Claim, working: Working, cancel: AbortSignal): Promise<Ended> {
  const attempt = { log: claim.log, begun: claim.begun };
  try {
    return await worked(claim, attempt, working, cancel);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const how = { cause: error.code, target: error.where.target };
    const path = pathOf(attempt.log, working);
    // Where no log was begun, whatever lies there is somebody else's.
    if (!attempt.begun || !isThere(path)) return { ...endedBy(cancel), ...how, used: nothingUsed };
    return { ...endedBy(cancel), ...how, ...factsIn(path) };
  }
}

async function worked(
  claim: Claim,
  attempt: { log: string; begun: boolean },
  working: Working,
  cancel: AbortSignal,
): Promise<Ended> {
  const plan = planOf(claim.session, working.root, working.ownUrls);
  const services = pacedServices(claim, await working.servicesFor(plan), working.store, cancel);
  const path = pathOf(claim.log, working);
  if (claim.begun && isThere(path)) {
    const before = toldByLog(path);
    // Its end was written, and only the fleet did not come to know of it.
    if (claim.lost && before.stop !== 'open') return answerOf(before, cancel);
    const isDriven = plan.runs.some(({ settings }) => settings.agent !== undefined);
    if (before.canGoOn && !isDriven) return goneOn(path, working, services, cancel);
    // What another agent held in its own memory is gone with the process that drove it; it may still be at work itself.
    if (claim.lost) {
      await endLeftovers(path);
      return { outcome: 'failed', cause: 'worker_lost', ...factsOf(before) };
    }
    const fresh = await working.store.startOver(claim);
    if (fresh === undefined) return { outcome: 'failed', cause: 'fleet_budget_spent', ...factsOf(before) };
    attempt.log = fresh.log;
    attempt.begun = false;
  }
  const onBegin = () => {
    attempt.begun = true;
  };
  const place = { sessionId: attempt.log, sessionsDir: working.sessionsFolder, onBegin };
  return conductedAnswer(await startSession(plan, place, services), cancel);
}

async function goneOn(
  session: string,
  { ownUrls, sessionsFolder: sessionsDir }: Working,
  services: RunServices,
  cancel: AbortSignal,
): Promise<Ended> {
  const findOwnUrls = async () => ownUrls;
  const resuming = { session, sessionsDir, findOwnUrls, trustLog: false, withMcp: true, ...asItWas };
  return conductedAnswer(await resumeSession(resuming, services), cancel);
}

/** A log that somebody touched shows nothing; what was spent is known all the same. */
function conductedAnswer({ tampered, totals, path }: Conducted, cancel: AbortSignal): Ended {
  if (tampered !== undefined) return { outcome: 'failed', cause: 'log_tampered', used: usedIn(totals) };
  return answerOf(toldByLog(path), cancel);
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

/** One without a byte is what a killed process left before it began. */
function isThere(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function answerOf(told: ToldByLog, cancel: AbortSignal): Ended {
  return { ...stopped(told.stop, cancel), ...factsOf(told) };
}

/** Of a log that may not be readable: then nobody knows what was spent. */
function factsIn(path: string): Pick<Ended, 'head' | 'totals' | 'used'> {
  try {
    return factsOf(toldByLog(path));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { used: { microusd: null, tokens: null } };
  }
}

function factsOf({ head, totals }: ToldByLog): Pick<Ended, 'head' | 'totals' | 'used'> {
  return { head, totals, used: usedIn(totals) };
}

const nothingUsed = { microusd: 0, tokens: 0 };

function usedIn({ input_tokens, output_tokens, cost_microusd: microusd }: Totals): Ended['used'] {
  const isKnown = input_tokens !== null && output_tokens !== null;
  return { microusd, tokens: isKnown ? input_tokens + output_tokens : null };
}

function stopped(reason: ToldByLog['stop'], cancel: AbortSignal): Pick<Ended, 'outcome' | 'cause'> {
  if (reason === 'completed') return { outcome: 'completed', cause: reason };
  if (reason === 'cancelled') return { ...endedBy(cancel), cause: reason };
  return { outcome: 'failed', cause: reason === 'open' ? 'worker_lost' : reason };
}

/** A signal ends the process, and the fleet goes on later; anything else that was aborted, somebody cancelled. */
function endedBy(cancel: AbortSignal): Pick<Ended, 'outcome'> {
  if (!cancel.aborted) return { outcome: 'failed' };
  return { outcome: typeof cancel.reason === 'string' ? 'interrupted' : 'cancelled' };
}

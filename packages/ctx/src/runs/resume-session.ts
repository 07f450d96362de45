// A session goes on where it stopped: the run that was cut off, the prompt that was left open, the runs that were never
// begun, a new task. What the person who resumes it changes stands in the log.

import { outcomeOf } from '../agent/conduct-run.js';
import { preflight } from '../agent/preflight.js';
import { advanceSession } from '../agent/session-state.js';
import type { RunState } from '../agent/state.js';
import { endMarked, sessionMark } from '../agent/tools/leftover-processes.js';
import { namedModel } from '../config/model-settings.js';
import { endOpenRun } from '../drive/end-open-run.js';
import { projectRoot } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import type { PlannedRun, RunSettings } from '../protocol/records.js';
import { changedLimits, isRaised } from '../session/limits.js';
import { sessionsFolder } from '../session/sessions-folder.js';
import { type ChangedSettings, changedSettings } from './changed-settings.js';
import { conductRuns } from './conduct-runs.js';
import type { Conducted } from './conducted.js';
import { ownRuns } from './own-runs.js';
import { resumption } from './resumption.js';
import type { RunServices } from './run-services.js';
import { sessionAgents } from './session-agents.js';
import { markedServices, placeOf, reopen, signsItself, tellClaim, withWriter } from './session-file.js';
import { withSandboxes } from './session-sandboxes.js';
import { noServers, withServers } from './session-servers.js';
import { signedAtClose, signingOf } from './signing.js';
import type { Surroundings } from './surroundings.js';
import { lastDone, runFor, whatIsLeft } from './what-is-left.js';
import { withTraces } from './with-traces.js';

export interface Resuming extends Omit<ChangedSettings, 'model'> {
  readonly session: string;
  readonly task?: string | undefined;
  /** What the person who gives the task chose for it, in the place of what the run before it had; never other limits. */
  readonly chosen?: ((settings: RunSettings) => RunSettings) | undefined;
  /** Another model, by its name; files in it stand relative to the current folder. */
  readonly model?: string | undefined;
  readonly sessionsDir?: string | undefined;
  /** Finds addresses that the user's own config names. */
  readonly findOwnUrls?: (() => Promise<readonly string[]>) | undefined;
  /** Also a log that this machine did not write. */
  readonly trustLog: boolean;
  /** Processes of it that were still at work here, and were ended before. */
  readonly ended?: readonly number[];
  /** Start the MCP servers of the session again. */
  readonly withMcp: boolean;
}

export function resumeSession(resuming: Resuming, outside: RunServices): Promise<Conducted> {
  return withTraces(undefined, outside, (services) => resumed(resuming, services));
}

async function resumed(resuming: Resuming, outside: RunServices): Promise<Conducted> {
  const { task, sessionsDir } = resuming;
  const sign = await signingOf(signsItself(resuming.session, sessionsDir, outside), outside);
  const { path, state, writer, first } = reopen(resuming.session, sessionsDir, outside, (file, ownership) => {
    if (ownership !== 'own' && !resuming.trustLog)
      throw fail('session_foreign', { operation: 'resume', target: file, ownership });
  });
  const services = markedServices(outside, path);
  const conducted = await withWriter(writer, first, services, async () => {
    const root = projectRoot(services);
    const changes = changesOf(resuming, root, services);
    const { planned, reopened, cutOff } = whatIsLeft(state, task !== undefined);
    const isFinished = planned.length === 0 && reopened === undefined && task === undefined;
    if (isFinished && cutOff === undefined && outside.talk === undefined)
      throw fail('session_finished', { operation: 'resume', target: path });
    if (reopened !== undefined) refuseSpentBudget(path, lastDone(state), changes);
    const change = (run: PlannedRun) => ({ ...run, settings: changedSettings(run.settings, changes) });
    const { chosen = (settings: RunSettings) => settings } = resuming;
    const given = (run: PlannedRun) => change({ ...run, settings: chosen(run.settings) });
    const added = [
      ...(reopened === undefined ? [] : [change(reopened)]),
      ...(task === undefined ? [] : [given(runFor(task, state, planned))]),
    ];
    const left = planned.map(change);
    // What was left open comes before what was never begun; a new task comes last.
    const runs = reopened === undefined ? [...left, ...added] : [...added, ...left];
    // In a conversation something comes, also where nothing is left.
    const before = lastDone(state);
    const around =
      runs.length > 0 || before === undefined || outside.talk === undefined
        ? runs
        : [change({ run_id: before.run_id, prompts: [], settings: before.settings })];
    const ownUrls = await ownUrlsFor(around, resuming);
    const place = placeOf({ root, ownUrls }, services);
    await preflight(ownRuns(around), place);
    const agents = await sessionAgents({ runs: around, root }, services);
    // What the process before us started may still be at work, on the same files.
    const ended = [...(resuming.ended ?? []), ...(await endLeftovers(path))];
    const goOn = async (surroundings: Surroundings) => {
      const { servers } = surroundings;
      tellClaim(writer, state, services);
      const body = await resumption(state, writer, changes, { root, ownUrls, servers, ended, services });
      advanceSession(state, writer.append('session.resumed', body));
      if (cutOff !== undefined) endOpenRun({ ...cutOff, state: state.runs, log: writer });
      if (added.length > 0) advanceSession(state, writer.append('session.appended', { runs: added }));
      const goingOn = new Set(added.map(({ run_id }) => run_id));
      const session = { place, state, writer, surroundings, services, agents, goingOn };
      const conducted = await conductRuns(session, runs, around.at(-1)?.settings);
      return cutOff === undefined || runs.length > 0 ? conducted : withEnded(conducted, cutOff.run);
    };
    const logs = [path, sessionsFolder(services, sessionsDir)];
    const session = { log: path, isNew: false };
    const { confined } = agents ?? {};
    return withSandboxes(around, { root, logs, session, confined }, services, (sandboxes) => {
      const named = ownRuns(around).filter(({ settings }) => settings.mcp !== undefined);
      if (resuming.withMcp)
        return withServers(named, root, services, sandboxes, (servers) => goOn({ servers, sandboxes }));
      const servers = named.length === 0 ? noServers : { ...noServers, warnings: [serversLeftOut] };
      return goOn({ servers, sandboxes });
    });
  });
  return signedAtClose(sign, conducted);
}

const serversLeftOut = 'the MCP servers of this session were not started again; --with-mcp starts them';

async function ownUrlsFor(
  runs: readonly PlannedRun[],
  { baseUrl, findOwnUrls }: Resuming,
): Promise<readonly string[]> {
  if (baseUrl !== undefined) return [baseUrl];
  const isElsewhere = runs.some(({ settings }) => settings.base_url !== undefined);
  return (isElsewhere ? await findOwnUrls?.() : undefined) ?? [];
}

function changesOf(
  { model, ...changes }: Resuming,
  root: string,
  { cwd, env }: RunServices,
): ChangedSettings {
  return {
    ...changes,
    model:
      model === undefined
        ? undefined
        : namedModel({ value: model, base: cwd }, root, env, changes.baseUrl !== undefined),
  };
}

/** Nothing was left of it but to say so: then its end is the answer. */
function withEnded(conducted: Conducted, run: RunState): Conducted {
  return { ...conducted, runs: [outcomeOf(run)], totals: run.tally.totals };
}

/** A run that stopped for a limit would stop for it again: somebody has to raise it first. */
function refuseSpentBudget(
  path: string,
  last: Pick<RunState, 'settings' | 'stop_reason'> | undefined,
  { limits, model }: ChangedSettings,
): void {
  const stop = last?.stop_reason;
  if (last === undefined || model !== undefined) return;
  if (stop !== 'max_budget_reached' && stop !== 'max_turns_reached') return;
  const { budget } = last.settings;
  const spendable =
    stop === 'max_turns_reached'
      ? (['max_turns'] as const)
      : (['max_microusd', 'max_tokens', 'max_tool_calls'] as const);
  const set = spendable.filter((limit) => budget[limit] !== undefined);
  const raised = changedLimits(budget, { ...budget, ...limits }).filter(isRaised);
  if (set.length === 0 || raised.some(({ limit }) => set.some((name) => name === limit))) return;
  throw fail('budget_spent', { operation: 'resume', target: path, limits: set });
}

/** Ends what a process before us started for the session. */
export async function endLeftovers(path: string): Promise<number[]> {
  const { ended, left } = await endMarked(sessionMark(path));
  if (left.length > 0) throw fail('tools_running', { operation: 'resume', target: path, pids: left });
  return ended;
}

// A session goes on where it stopped: the run that was cut off, the runs that were never begun, a new task.

import { preflight } from '../agent/preflight.js';
import { advanceSession, type SessionState, unfinishedRuns } from '../agent/session-state.js';
import { openRunOf, type RunState } from '../agent/state.js';
import { endMarked, sessionMark } from '../agent/tools/leftover-processes.js';
import { entryOf } from '../agent/tools/pool.js';
import { tighten } from '../policy/policy.js';
import { projectRoot } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import type { PlannedRun, Policy, RunSettings } from '../protocol/records.js';
import { sandboxRulesOf } from '../sandbox/rules.js';
import { sessionsFolder } from '../session/sessions-folder.js';
import type { SessionWriter } from '../session/writer.js';
import {
  type Conducted,
  conductRuns,
  markedServices,
  placeOf,
  reopen,
  type Surroundings,
  withWriter,
} from './conduct-runs.js';
import type { RunServices } from './run-services.js';
import { withSandboxes } from './session-sandboxes.js';
import { noServers, type SessionServers, withServers } from './session-servers.js';

export interface Resuming {
  readonly session: string;
  readonly task?: string | undefined;
  /** Only what is stricter than what the session had takes effect. */
  readonly policy: Policy;
  readonly baseUrl?: string | undefined;
  readonly sessionsDir?: string | undefined;
  /** Also a log that this machine did not write. */
  readonly trustLog: boolean;
  /** A sandbox also where the session had none. */
  readonly sandbox: boolean;
  /** Start the MCP servers of the session again. */
  readonly withMcp: boolean;
}

export async function resumeSession(resuming: Resuming, outside: RunServices): Promise<Conducted> {
  const { path, state, writer, first } = reopen(
    resuming.session,
    resuming.sessionsDir,
    outside,
    (file, standing) => {
      if (standing !== 'own' && !resuming.trustLog)
        throw fail('session_foreign', { operation: 'resume', target: file, standing });
    },
  );
  const services = markedServices(outside, path);
  return withWriter(writer, first, services, async () => {
    const unfinished = unfinishedRuns(state);
    if (unfinished.length === 0 && resuming.task === undefined) {
      throw fail('session_finished', { operation: 'resume', target: path });
    }
    const root = projectRoot(services);
    const place = placeOf({ root, baseUrl: resuming.baseUrl }, services);
    const open = openRunOf(state.runs);
    const left = unfinished.map((run) =>
      changed(run.run_id === open?.run_id ? { ...run, settings: open.settings } : run, resuming),
    );
    const added = resuming.task === undefined ? [] : [runFor(resuming.task, state, resuming)];
    const runs = [...left, ...added];
    await preflight(runs, place);
    // What the process before us started may still be at work, on the same files.
    const ended = await endLeftovers(path);
    const goOn = (surroundings: Surroundings) => {
      recordResumption(state, writer, resuming, surroundings.servers, ended, services);
      if (added.length > 0) advanceSession(state, writer.append('session.appended', { runs: added }));
      return conductRuns(place, state, writer, runs, surroundings, services);
    };
    const logs = [path, sessionsFolder(services, resuming.sessionsDir)];
    return withSandboxes(
      runs,
      { root, logs, session: { log: path, isNew: false } },
      services,
      (sandboxes) => {
        const named = runs.filter(({ settings }) => settings.mcp !== undefined);
        if (resuming.withMcp)
          return withServers(named, root, services, sandboxes, (servers) => goOn({ servers, sandboxes }));
        const servers = named.length === 0 ? noServers : { ...noServers, warnings: [serversLeftOut] };
        return goOn({ servers, sandboxes });
      },
    );
  });
}

const serversLeftOut = 'the MCP servers of this session were not started again; --with-mcp starts them';

function recordResumption(
  state: SessionState,
  writer: SessionWriter,
  resuming: Resuming,
  servers: SessionServers,
  ended: readonly number[],
  { clock }: RunServices,
) {
  const { head } = writer;
  if (head === undefined) throw new TypeError('a session that was read has a last record');
  const open = openRunOf(state.runs);
  const body = {
    from_seq: head.seq,
    from_hash: head.hash,
    ...(clock.deterministic ? {} : { pid: process.pid }),
    ...(open === undefined ? {} : { settings: changedSettings(open.settings, resuming) }),
    ...(ended.length > 0 && { ended: ended.map((pid) => ({ pid })) }),
    ...missingTools(open, servers),
  };
  advanceSession(state, writer.append('session.resumed', body));
}

async function endLeftovers(path: string): Promise<number[]> {
  const { ended, left } = await endMarked(sessionMark(path));
  if (left.length > 0) throw fail('tools_running', { operation: 'resume', target: path, pids: left });
  return ended;
}

/** A tool of the same name with another schema is another tool. */
function missingTools(open: RunState | undefined, servers: SessionServers): { tools_missing?: string[] } {
  if (open === undefined) return {};
  const there = new Map(
    servers.for(open.settings).tools.map((tool) => [tool.name, entryOf(tool).schema_digest]),
  );
  const missing = open.pool.filter(
    ({ name, server, schema_digest }) => server !== undefined && there.get(name) !== schema_digest,
  );
  return missing.length === 0 ? {} : { tools_missing: missing.map(({ name }) => name) };
}

/** Stricter, and maybe by another way to the same model; nothing else changes. */
function changedSettings(settings: RunSettings, { policy, baseUrl, sandbox }: Resuming): RunSettings {
  return {
    ...settings,
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(sandbox && sandboxRulesOf(settings) === undefined && { sandbox: 'on' as const }),
    policy: tighten(settings.policy, policy),
  };
}

function changed(run: PlannedRun, resuming: Resuming): PlannedRun {
  return { ...run, settings: changedSettings(run.settings, resuming) };
}

/** A new run that goes on with the last one's conversation and settings. */
function runFor(task: string, state: SessionState, resuming: Resuming): PlannedRun {
  const last = state.planned.at(-1);
  if (last === undefined) throw new TypeError('a session has at least one run');
  return changed(
    { run_id: nextRunId(state), prompts: [task], settings: last.settings, continues: last.run_id },
    resuming,
  );
}

function nextRunId(state: SessionState): string {
  const taken = new Set(state.planned.map(({ run_id }) => run_id));
  let number = taken.size + 1;
  while (taken.has(`run-${number}`)) number++;
  return `run-${number}`;
}

// The agents that do the runs of a session in the place of ctx: found and trusted before anything is written, driven run by run.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { surroundingsOf } from '../agent/look-around.js';
import { scratchCopy } from '../agent/scratch.js';
import { advanceSession, type SessionState } from '../agent/session-state.js';
import type { Plan } from '../config/plan.js';
import type { DrivenRun } from '../drive/drive-run.js';
import type { PreparedAgent } from '../drive/prepare-agents.js';
import { isRecord } from '../protocol/records/is-record.js';
import type { PlannedRun, RunSettings } from '../protocol/records.js';
import type { Log } from '../session/log.js';
import { readWhole } from '../session/read-whole.js';
import type { SessionWriter } from '../session/writer.js';
import { itemOf, type TrustItem } from '../trust/item.js';
import { requireTrust } from '../trust/require-trust.js';
import { type AgentServers, type ReadAgentServers, readAgentServers } from './agent-servers.js';
import type { OpenSession, SessionAgents } from './open-session.js';
import { ownPaths } from './own-paths.js';
import { sandboxFence } from './run-input.js';
import type { RunServices } from './run-services.js';

/** What drives agents is loaded only where a run has one; nothing where none does. */
export async function sessionAgents(
  { runs: all, root, file }: Pick<Plan, 'runs' | 'root' | 'file'>,
  services: RunServices,
): Promise<SessionAgents | undefined> {
  const runs = all.filter(({ settings }) => settings.agent !== undefined);
  if (runs.length === 0) return undefined;
  const { env } = services;
  const [{ agentKey, preparedAgents }, { hostSandbox }] = await Promise.all([
    import('../drive/prepare-agents.js'),
    import('../drive/host-sandbox.js'),
  ]);
  const agents = preparedAgents(runs, { root, env });
  // A host is the user's own program; a command in a file may be anybody's.
  const commands = runs.flatMap(({ settings: { agent } }) =>
    typeof agent === 'object' ? [agent.command] : [],
  );
  const items = commands.map((command) =>
    itemOf('agent-program', `${file ?? 'config'}#agent`, JSON.stringify(command), [command.join(' ')]),
  );
  const servers = await trustedServersOf(runs, root, items, services);
  const serversOf = (settings: RunSettings) => servers.get(serversKey(settings));
  const warnings = [...new Set([...servers.values()].flatMap((read) => read.warnings))];
  return {
    warnings,
    confined(settings) {
      const agent = agents.get(agentKey(settings));
      const reached = serversOf(settings)?.servers ?? [];
      return agent === undefined
        ? undefined
        : hostSandbox(settings, agent, { home: env['HOME'] ?? homedir(), env }, reached);
    },
    async drive(run, session, cancel) {
      const agent = agents.get(agentKey(run.settings));
      if (agent === undefined) throw new TypeError(`no agent was prepared for ${run.run_id}`);
      const { driveRun } = await import('../drive/drive-run.js');
      const driven = await drivenRun(run, agent, session, cancel, warnings);
      const { servers: handed = [], trusted = [] } = serversOf(run.settings) ?? {};
      const fence = { ...driven.fence, ...(trusted.length > 0 && { trusted: [...trusted] }) };
      return driveRun({ ...driven, servers: handed, fence });
    },
  };
}

/** With all that the runs need trust for, in one question. What was looked at meanwhile is read again. */
async function trustedServersOf(
  runs: readonly PlannedRun[],
  root: string,
  items: readonly TrustItem[],
  services: RunServices,
): Promise<ReadonlyMap<string, AgentServers>> {
  for (;;) {
    const read = new Map<string, ReadAgentServers>();
    for (const run of runs) read.set(serversKey(run.settings), await readAgentServers(run, root, services));
    const named = [...read.values()].flatMap((one) => one.items);
    const trust = await requireTrust([...items, ...named], { root, env: services.env }, services.trust);
    if (trust === 'trusted') return read;
  }
}

/** The policy says which servers are wanted. */
function serversKey({ mcp, policy }: RunSettings): string {
  return JSON.stringify([mcp, policy]);
}

const mostNotes = 100;

async function drivenRun(
  planned: PlannedRun,
  agent: PreparedAgent,
  { place: { root }, state, writer, surroundings, services, goingOn }: OpenSession,
  cancel: AbortSignal,
  warnings: string[],
): Promise<Omit<DrivenRun, 'servers'>> {
  const { env, clock, emit, show, program } = services;
  const { settings, run_id } = planned;
  const { session_id } = state;
  const workspace = settings.scratch
    ? scratchCopy(root, settings.workspace, session_id)
    : join(root, settings.workspace);
  const sandbox = await surroundings.sandboxes.for(settings, workspace);
  const said = new Set<string>();
  const note = (code: string, records: readonly number[], says: string) => {
    // An agent can repeat itself for ever.
    if (said.has(says) || said.size >= mostNotes) return;
    said.add(says);
    advanceSession(state, writer.append('finding', { code, records: [...records], says }));
    if (!warnings.includes(says)) warnings.push(says);
  };
  const own = ownPaths(root, writer.path);
  const before = state.conversations.get(agent.host.name);
  const asks = (settings.policy.ask ?? []).length > 0;
  return {
    planned,
    agent,
    workspace,
    sandbox,
    refused: sandbox === undefined ? undefined : () => sandbox.takeDenied(),
    cancel,
    env,
    ...(goingOn?.has(run_id) && {
      goesOn: { earlier: before?.folder === workspace ? before.session : undefined },
    }),
    state: state.runs,
    log: writer,
    clock,
    gate: services.gateFor?.(settings),
    emit,
    show,
    ctxVersion: program.version,
    note,
    approver: asks ? services.approverFor?.({ session_id, run_id, settings, workspace, sandbox }) : undefined,
    keeper: services.shared?.keeperFor({ root: workspace, own }),
    surroundings: surroundingsOf(
      { root: workspace, home: env['HOME'], own },
      { sameEverywhere: clock.deterministic, fromStart: true, snapshots: undefined },
    ),
    fence: {
      ...sandboxFence(
        sandbox === undefined ? { ...settings, sandbox: 'off' } : settings,
        sandbox,
        clock.deterministic,
      ),
      ...(settings.open_paths !== undefined && { open_paths: settings.open_paths }),
    },
    async after(folder, given) {
      const { takeTranscript } = await import('../drive/take-transcript.js');
      await takeTranscript({
        run_id,
        agent,
        workspace,
        shownWorkspace: settings.workspace,
        env: given,
        sandbox,
        folder,
        now: clock.now(),
        log: foldingLog(writer, state),
        records: () => readWhole(writer.path).records,
        note,
      });
    },
  };
}

/** What is appended is folded as well: the next run goes on from there. */
function foldingLog(writer: SessionWriter, state: SessionState): Log {
  return {
    append(type, body, redacted) {
      const record = writer.append(type, body, redacted);
      if (isRecord(record)) advanceSession(state, record);
      return record;
    },
    together: (work) => writer.together(work),
    redact: (text) => writer.redact(text),
    redactStream: () => writer.redactStream(),
    sync: () => writer.sync(),
    settled: () => writer.settled(),
  };
}

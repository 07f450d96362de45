// The agents that do the runs of a session in the place of ctx: found and trusted before anything is written, driven run by run.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { surroundingsOf } from '../agent/look-around.js';
import { scratchCopy } from '../agent/scratch.js';
import { advanceSession, type SessionState } from '../agent/session-state.js';
import type { Plan } from '../config/plan.js';
import type { DrivenRun } from '../drive/drive-run.js';
import type { PreparedAgent } from '../drive/prepare-agents.js';
import type { PlannedRun, SessionRecord } from '../protocol/records.js';
import type { Log } from '../session/log.js';
import { readWhole } from '../session/read-whole.js';
import type { SessionWriter } from '../session/writer.js';
import { itemOf } from '../trust/item.js';
import { requireTrust } from '../trust/require-trust.js';
import type { OpenSession, SessionAgents } from './open-session.js';
import { ownPaths } from './own-paths.js';
import { sandboxFence } from './run-input.js';
import type { RunServices } from './run-services.js';

/** What drives agents is loaded only where a run has one; nothing where none does. */
export async function sessionAgents(
  { runs, root, file }: Pick<Plan, 'runs' | 'root' | 'file'>,
  { env, trust }: RunServices,
): Promise<SessionAgents | undefined> {
  if (runs.every(({ settings }) => settings.agent === undefined)) return undefined;
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
  await requireTrust(items, { root, env }, trust);
  const warnings: string[] = [];
  return {
    warnings,
    confined(settings) {
      const agent = agents.get(agentKey(settings));
      return agent === undefined
        ? undefined
        : hostSandbox(settings, agent, { home: env['HOME'] ?? homedir(), env });
    },
    async drive(run, session, cancel) {
      const agent = agents.get(agentKey(run.settings));
      if (agent === undefined) throw new TypeError(`no agent was prepared for ${run.run_id}`);
      const { driveRun } = await import('../drive/drive-run.js');
      return driveRun(await drivenRun(run, agent, session, cancel, warnings));
    },
  };
}

const mostNotes = 100;

async function drivenRun(
  planned: PlannedRun,
  agent: PreparedAgent,
  { place: { root }, state, writer, surroundings, services }: OpenSession,
  cancel: AbortSignal,
  warnings: string[],
): Promise<DrivenRun> {
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
  const asks = (settings.policy.ask ?? []).length > 0;
  return {
    planned,
    agent,
    workspace,
    sandbox,
    refused: sandbox === undefined ? undefined : () => sandbox.takeDenied(),
    cancel,
    env,
    state: state.runs,
    log: writer,
    clock,
    emit,
    show,
    ctxVersion: program.version,
    note,
    approver: asks ? services.approverFor?.({ session_id, run_id, settings, workspace, sandbox }) : undefined,
    surroundings: surroundingsOf(
      { root: workspace, home: env['HOME'], own: ownPaths(root, writer.path) },
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
    async after(session, folder, given) {
      const { takeTranscript } = await import('../drive/take-transcript.js');
      await takeTranscript({
        run_id,
        agent,
        session,
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
  };
}

/** What a log gives back is a record of it, whatever its type. */
function isRecord(record: object): record is SessionRecord {
  return 'seq' in record;
}

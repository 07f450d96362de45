// The runs of a session, one after the other, each with the model and the tools that its settings name.

import { readlinkSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Approver } from '../approve/question.js';
import type { ContextPiece, Fence, PlannedRun, RunSettings, Totals } from '../protocol/records.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { noTotals, sumOf } from '../session/tally.js';
import type { LogTampered } from '../session/tampering.js';
import type { SessionWriter } from '../session/writer.js';
import type { Clock } from '../time/clock.js';
import { snapshotFolder } from '../workspace/snapshot-folder.js';
import { answeredOf } from './advance.js';
import { conductRun, type RunOutcome } from './conduct-run.js';
import { surroundingsOf } from './look-around.js';
import type { Servers } from './mcp/start-servers.js';
import { type ModelPlace, modelFor } from './models/model-for.js';
import type { LiveEvent, Router, ShownEvent } from './ports.js';
import { scratchCopy } from './scratch.js';
import type { SessionState } from './session-state.js';
import { builtinTools } from './tools/builtin.js';
import { fencedTools } from './tools/fenced.js';
import type { MemoryPlace } from './tools/memory-desk.js';

/** The run that somebody may be asked about calls of. */
export interface AskedRun {
  readonly session_id: string;
  readonly run_id: string;
  readonly settings: RunSettings;
  /** Where its tools work. */
  readonly workspace: string;
  readonly sandbox: Sandbox | undefined;
}

export interface Conducting {
  /** What the settings' paths are relative to. */
  readonly root: string;
  readonly state: SessionState;
  readonly writer: SessionWriter;
  readonly clock: Clock;
  readonly cancel: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ownUrls?: ModelPlace['ownUrls'];
  readonly emit: (event: LiveEvent) => void;
  /** For somebody who watches; nothing where nobody does. */
  readonly show?: ((event: ShownEvent) => void) | undefined;
  /** Whether the files are kept before each turn, so that it can be undone. */
  readonly keepsFiles?: boolean | undefined;
  /** Of ctx itself. */
  readonly version: string;
  /** What the model of a run is told first; its text is in the settings. */
  readonly contextOf: (run_id: string) => readonly ContextPiece[] | undefined;
  /** The MCP servers that a run's settings name. */
  readonly serversFor: (settings: RunSettings) => Servers;
  /** The sandbox that a run's tools work in; nothing where it has none. */
  readonly sandboxFor: (settings: RunSettings, workspace: string) => Promise<Sandbox | undefined>;
  readonly approverFor?: ((run: AskedRun) => Approver) | undefined;
  readonly routerFor: (tools: readonly { readonly name: string; readonly input: object }[]) => Router;
}

export interface SessionOutcome {
  readonly session_id: string;
  readonly path: string;
  readonly chain_head: string;
  /** Somebody touched the log while it was written: `path` is then the copy that was kept. */
  readonly tampered: LogTampered | undefined;
  readonly runs: readonly RunOutcome[];
  readonly totals: Totals;
}

/** A run that stops early does not keep the next one from its own try; only a cancelled session ends there. */
export async function conductSession(
  conducting: Conducting,
  planned: readonly PlannedRun[],
): Promise<SessionOutcome> {
  const { writer, state } = conducting;
  const cancel = AbortSignal.any([conducting.cancel, writer.alarm]);
  const outcomes: RunOutcome[] = [];
  for (const run of planned) {
    const outcome = await conduct({ ...conducting, cancel }, run);
    outcomes.push(outcome);
    state.opened.add(run.run_id);
    if (cancel.aborted) break;
  }
  writer.finish();
  const { tampered } = writer;
  return {
    session_id: state.session_id,
    path: tampered?.kept ?? writer.path,
    tampered,
    chain_head: writer.head?.hash ?? '',
    runs: outcomes,
    totals: outcomes.reduce((sum, { totals }) => sumOf(sum, totals), noTotals()),
  };
}

async function conduct(conducting: Conducting, planned: PlannedRun): Promise<RunOutcome> {
  const { root, state, writer, clock, cancel, emit, env, ownUrls, serversFor, routerFor } = conducting;
  const { settings, run_id } = planned;
  const model = await modelFor(
    settings,
    planned.run_id,
    { root, env, ownUrls },
    answeredOf(state.runs, planned),
  );
  const workspace = settings.scratch
    ? scratchCopy(root, settings.workspace, state.session_id)
    : join(root, settings.workspace);
  const servers = serversFor(settings);
  const sandbox = await conducting.sandboxFor(settings, workspace);
  const plain = [
    ...builtinTools(
      workspace,
      clock.deterministic ? sameEverywhere(env) : env,
      sandbox,
      {
        project: root,
        opened: settings.open_paths,
        evidence: [writer.path],
      },
      memoryOf(root, env),
    ),
    ...servers.tools,
  ];
  const tools = sandbox === undefined ? plain : fencedTools(plain, workspace, sandbox);
  return conductRun({
    planned,
    continues: planned.continues,
    state: state.runs,
    model,
    tools,
    servers: servers.states,
    context: conducting.contextOf(planned.run_id),
    fence: {
      ...sandboxFence(settings, sandbox, clock.deterministic),
      ...(servers.trusted.length > 0 && { trusted: [...servers.trusted] }),
      ...(settings.open_paths !== undefined && { open_paths: settings.open_paths }),
    },
    agent: { name: 'ctx', version: conducting.version },
    log: writer,
    clock,
    cancel,
    approver:
      (settings.policy.ask ?? []).length === 0
        ? undefined
        : conducting.approverFor?.({
            session_id: state.session_id,
            run_id,
            settings,
            workspace,
            sandbox,
          }),
    emit,
    show: conducting.show,
    route: routerFor(tools),
    surroundings: surroundingsOf(
      { root: workspace, home: env['HOME'], own: ownPaths(root, writer.path) },
      {
        sameEverywhere: clock.deterministic,
        fromStart: model.source === 'live',
        snapshots: conducting.keepsFiles ? snapshotFolder(env, state.session_id) : undefined,
      },
    ),
    random: clock.deterministic ? () => 0 : Math.random,
  });
}

/** What ctx itself writes while it works: no change to the project. */
export function ownPaths(root: string, log: string): string[] {
  return [
    log,
    ...outputFiles(),
    ...['sessions', 'state', 'scratch'].map((name) => join(root, '.context', name)),
  ];
}

/** Where our own words go, where that is a file; nothing on systems that do not say. */
function outputFiles(): string[] {
  return [1, 2].flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)].filter(isAbsolute);
    } catch {
      return [];
    }
  });
}

/** What programs in the sandbox ask of the memory, this very ctx does, in a process of its own. */
function memoryOf(root: string, env: Conducting['env']): MemoryPlace | undefined {
  const [file, program] = process.argv;
  return file === undefined || program === undefined ? undefined : { root, env, program: [file, program] };
}

/** A run of a script that never had a sandbox says nothing of it. */
function sandboxFence(
  { sandbox: said }: RunSettings,
  sandbox: Sandbox | undefined,
  deterministic: boolean,
): Fence {
  if (sandbox === undefined) return said === 'off' ? { sandbox: { backend: 'none', network: 'open' } } : {};
  const { name: backend, version } = sandbox.backend;
  const { network } = sandbox.rules;
  const where = { backend, network: typeof network === 'string' ? network : [...network] };
  if (deterministic) return { sandbox: where };
  return { sandbox: { ...where, version, plan_digest: sandbox.digest } };
}

/** What programs print depends on language and time zone; in deterministic mode both are the same on every machine. */
function sameEverywhere(env: Conducting['env']): Conducting['env'] {
  const { LANGUAGE: _, ...others } = env;
  return { ...others, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

// What a run is conducted with: the model and the tools that its settings name, its fence, and who watches over it.

import { join } from 'node:path';
import { answeredOf } from '../agent/advance.js';
import type { RunInput } from '../agent/conduct-run.js';
import { surroundingsOf } from '../agent/look-around.js';
import { modelFor } from '../agent/models/model-for.js';
import type { Router } from '../agent/ports.js';
import { scratchCopy } from '../agent/scratch.js';
import { builtinTools } from '../agent/tools/builtin.js';
import { fencedTools } from '../agent/tools/fenced.js';
import type { MemoryPlace } from '../agent/tools/memory-desk.js';
import type { Fence, PlannedRun, RunSettings } from '../protocol/records.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { snapshotFolder } from '../workspace/snapshot-folder.js';
import { noContext } from './informed-runs.js';
import type { OpenSession } from './open-session.js';
import { ownPaths } from './own-paths.js';
import type { RunServices } from './run-services.js';

interface Conducting {
  readonly cancel: AbortSignal;
  readonly routerFor: (tools: readonly { readonly name: string; readonly input: object }[]) => Router;
}

export async function runInput(
  planned: PlannedRun,
  { place, state, writer, surroundings, services, told = noContext }: OpenSession,
  { cancel, routerFor }: Conducting,
): Promise<RunInput> {
  const { root } = place;
  const { clock, env } = services;
  const { settings, run_id } = planned;
  const { session_id } = state;
  const model = await modelFor(settings, run_id, place, answeredOf(state.runs, planned));
  const workspace = settings.scratch
    ? scratchCopy(root, settings.workspace, session_id)
    : join(root, settings.workspace);
  const servers = surroundings.servers.for(settings);
  const sandbox = await surroundings.sandboxes.for(settings, workspace);
  const reach = { project: root, opened: settings.open_paths, evidence: [writer.path] };
  const shown = clock.deterministic ? sameEverywhere(env) : env;
  const plain = [...builtinTools(workspace, shown, sandbox, reach, memoryOf(root, env)), ...servers.tools];
  const tools = sandbox === undefined ? plain : fencedTools(plain, workspace, sandbox);
  const own = ownPaths(root, writer.path);
  const asks = (settings.policy.ask ?? []).length > 0;
  return {
    planned,
    continues: planned.continues,
    state: state.runs,
    model,
    tools,
    servers: servers.states,
    context: told.context.get(run_id)?.map(({ text: _, ...piece }) => piece),
    fence: {
      ...sandboxFence(settings, sandbox, clock.deterministic),
      ...(servers.trusted.length > 0 && { trusted: [...servers.trusted] }),
      ...(settings.open_paths !== undefined && { open_paths: settings.open_paths }),
    },
    agent: { name: 'ctx', version: services.program.version },
    log: writer,
    clock,
    cancel,
    gate: services.gateFor?.(settings),
    approver: asks ? services.approverFor?.({ session_id, run_id, settings, workspace, sandbox }) : undefined,
    emit: services.emit,
    show: services.show,
    route: routerFor(tools),
    keeper: services.shared?.keeperFor({ root: workspace, own }),
    surroundings: surroundingsOf(
      { root: workspace, home: env['HOME'], own },
      {
        sameEverywhere: clock.deterministic,
        fromStart: model.source === 'live',
        snapshots: services.keepsFiles ? snapshotFolder(env, session_id) : undefined,
      },
    ),
    random: clock.deterministic ? () => 0 : Math.random,
  };
}

/** What programs in the sandbox ask of the memory, this very ctx does, in a process of its own. */
function memoryOf(root: string, env: RunServices['env']): MemoryPlace | undefined {
  const [file, program] = process.argv;
  return file === undefined || program === undefined ? undefined : { root, env, program: [file, program] };
}

/** A run of a script that never had a sandbox says nothing of it. */
export function sandboxFence(
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
function sameEverywhere(env: RunServices['env']): RunServices['env'] {
  const { LANGUAGE: _, ...others } = env;
  return { ...others, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

// The sandboxes that the runs of a session work in: opened before anything is written, gone when it is over.

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { loadAhead } from '../agent/models/model-for.js';
import type { PlannedRun, RunSettings } from '../protocol/records.js';
import { type SandboxRules, sandboxRulesOf } from '../sandbox/rules.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { KeptSession, SessionFolders } from '../sandbox/session-folders.js';
import type { RunServices } from './run-services.js';

export interface SessionSandboxes {
  readonly warnings: readonly string[];
  /** Nothing for a run that has none. */
  for(settings: RunSettings, workspace: string): Promise<Sandbox | undefined>;
}

export interface SandboxedPlace {
  readonly root: string;
  /** The session's log, or the folder that it will be in. */
  readonly logs: readonly string[];
  readonly session: KeptSession;
  /** How a run is confined that another agent does, and the programs that it needs; nothing for none. */
  readonly confined?: ((settings: RunSettings) => Confined | undefined) | undefined;
}

export interface Confined {
  readonly rules: SandboxRules;
  readonly programs: readonly string[];
}

/** What opens sandboxes is loaded only where a run has one. Throws where one cannot be had; none is left then. */
export async function withSandboxes<T>(
  runs: readonly PlannedRun[],
  { root, logs, session, confined = ownRules }: SandboxedPlace,
  { env }: RunServices,
  use: (sandboxes: SessionSandboxes) => Promise<T>,
): Promise<T> {
  const opened = new Map<string, Promise<Sandbox>>();
  let kept: SessionFolders | undefined;

  async function open({ rules, programs: named }: Confined, workspace: string): Promise<Sandbox> {
    const [{ openSandbox }, { openSessionFolders }] = await Promise.all([
      import('../sandbox/sandbox.js'),
      import('../sandbox/session-folders.js'),
    ]);
    kept ??= openSessionFolders(env, session, [root, workspace]);
    const programs = [process.execPath, ...ownProgram(), ...named];
    return openSandbox(rules, { workspace, root, env, logs, programs, kept });
  }

  async function sandboxFor(settings: RunSettings, workspace: string): Promise<Sandbox | undefined> {
    const wanted = settings.agent === undefined ? ownRules(settings) : confined(settings);
    if (wanted === undefined) return undefined;
    const key = JSON.stringify([wanted, workspace]);
    const sandbox = opened.get(key) ?? open(wanted, workspace);
    opened.set(key, sandbox);
    return sandbox;
  }

  try {
    const warnings = new Set<string>();
    for (const { settings } of runs) {
      const opening = sandboxFor(settings, join(root, settings.workspace));
      // Its probe is another process, and this one would only wait.
      if (settings.agent === undefined && sandboxRulesOf(settings) !== undefined) loadAhead(settings.model);
      const sandbox = await opening;
      for (const path of sandbox?.plan.hidden.idle ?? []) warnings.add(idleWarning(path));
    }
    return await use({ warnings: [...warnings], for: sandboxFor });
  } finally {
    const settled = await Promise.allSettled(opened.values());
    const sandboxes = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const mounted = sandboxes.flatMap((sandbox) => sandbox.mounted());
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    kept?.release(mounted, sandboxes[0]?.plan.home ?? '');
  }
}

/** What a run of our own is confined by. */
function ownRules(settings: RunSettings): Confined | undefined {
  const rules = sandboxRulesOf(settings);
  return rules === undefined ? undefined : { rules, programs: [] };
}

function idleWarning(path: string): string {
  return `the sandbox is to hide ${path}, and nothing is there: correct the path, or write a pattern for what may come`;
}

/** ctx itself, by the name that it was called by and where it really is: commands inside may call it. */
function ownProgram(): string[] {
  const [, program] = process.argv;
  return program === undefined ? [] : [program, realpathSync(program)];
}

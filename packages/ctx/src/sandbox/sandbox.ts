// One session's sandbox: it starts commands inside, says what they see, and is gone with everything in it when it is closed.

import type { ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { platform } from 'node:process';
import type { Backend, Command } from './backend.js';
import { bwrapBackend } from './bwrap/backend.js';
import type { DeniedConnection } from './network/way-out.js';
import { planSandbox, type SandboxPlace, type SandboxPlan } from './plan.js';
import { makePrivateFolders } from './private-folders.js';
import type { SandboxRules } from './rules.js';
import { seatbeltBackend } from './seatbelt-backend.js';
import { unavailable } from './unavailable.js';
import type { Sight } from './view.js';

export interface Sandbox {
  readonly backend: Pick<Backend, 'name' | 'version' | 'ownsProcesses'>;
  readonly rules: SandboxRules;
  readonly plan: SandboxPlan;
  start(command: Command): ChildProcess;
  hides(path: string): boolean;
  explain(path: string): Sight | 'absent';
  /** Tells of each connection that the network's rules refused. */
  onDenied(listener: (denied: DeniedConnection) => void): void;
  close(): Promise<void>;
}

/** Throws `sandbox_unavailable` where it cannot be had; nothing is left then. */
export async function openSandbox(rules: SandboxRules, place: SandboxPlace): Promise<Sandbox> {
  const folders = makePrivateFolders([realpathSync(place.workspace), realpathSync(place.root)]);
  const listeners = new Set<(denied: DeniedConnection) => void>();
  const onDenied = (denied: DeniedConnection) => {
    for (const listener of listeners) listener(denied);
  };
  try {
    const plan = planSandbox(rules, place, folders);
    const backend = backendFor(plan, place, onDenied);
    const close = async () => {
      backend.close();
      await folders.remove();
    };
    await backend.probe();
    return {
      backend,
      rules,
      plan,
      start: (command) => backend.start(command),
      hides: (path) => plan.hidden.hides(path),
      explain: (path) => backend.explain(path),
      onDenied: (listener) => void listeners.add(listener),
      close,
    };
  } catch (error) {
    await folders.remove();
    throw error;
  }
}

function backendFor(
  plan: SandboxPlan,
  place: SandboxPlace,
  onDenied: (denied: DeniedConnection) => void,
): Backend {
  const name = plan.rules.backend ?? (platform === 'darwin' ? 'seatbelt' : 'bwrap');
  if (name === 'bwrap' && platform === 'linux') return bwrapBackend(plan, place, onDenied);
  if (name === 'seatbelt' && platform === 'darwin') return seatbeltBackend(plan, onDenied);
  throw unavailable('platform', name, platform);
}

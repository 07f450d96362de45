// One session's sandbox: it starts commands inside, says what they see, and is gone with everything in it when it is closed.

import type { ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { digestOf } from '../disk/digest.js';
import { isWithin } from '../disk/within.js';
import type { Backend, Command } from './backend.js';
import { bwrapBackend } from './bwrap/backend.js';
import type { DeniedConnection } from './network/way-out.js';
import { planSandbox, type SandboxPlace, type SandboxPlan } from './plan.js';
import { makePrivateFolders } from './private-folders.js';
import { privateMemory } from './protected.js';
import type { SandboxRules } from './rules.js';
import { seatbeltBackend } from './seatbelt-backend.js';
import { unavailable } from './unavailable.js';
import type { Sight } from './view.js';

export interface RefusedConnection extends DeniedConnection {
  readonly times: number;
}

export interface Sandbox {
  readonly backend: Pick<Backend, 'name' | 'version' | 'ownsProcesses'>;
  readonly rules: SandboxRules;
  readonly plan: SandboxPlan;
  /** Of the rules and the folders that they lead to. */
  readonly digest: string;
  start(command: Command): ChildProcess;
  hides(path: string): boolean;
  explain(path: string): Sight | 'absent';
  /** Paths inside that something stands on just now. */
  mounted(): string[];
  /** The connections that the network's rules refused since this was asked last, each once, with how often. */
  takeDenied(): RefusedConnection[];
  close(): Promise<void>;
}

/** Throws `sandbox_unavailable` where it cannot be had; nothing is left then. */
export async function openSandbox(rules: SandboxRules, place: SandboxPlace): Promise<Sandbox> {
  const folders = makePrivateFolders([realpathSync(place.workspace), realpathSync(place.root)], place.kept);
  const denied = deniedConnections();
  try {
    const plan = planSandbox(rules, place, folders);
    const backend = backendFor(plan, place, denied.add);
    const close = async () => {
      backend.close();
      await folders.remove();
    };
    await backend.probe();
    return {
      backend,
      rules,
      plan,
      digest: planDigest(plan),
      start: (command) => backend.start(command),
      hides: (path) => hides(plan, path),
      explain: (path) => backend.explain(path),
      mounted: () => backend.mounted(),
      takeDenied: denied.take,
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

function planDigest({
  rules,
  workspace,
  root,
  home,
  system,
  tools,
  readable,
  writable,
}: SandboxPlan): string {
  const said = JSON.stringify({ rules, workspace, root, home, system, tools, readable, writable });
  return digestOf(said);
}

/** The same answer as the mounts give, without looking at the disk. */
function hides({ hidden, workspace, root, logs }: SandboxPlan, path: string): boolean {
  const memories = [workspace, ...(root === undefined ? [] : [root])].map((folder) =>
    join(folder, '.context'),
  );
  const unseen = [...memories.flatMap((memory) => privateMemory.map((name) => join(memory, name))), ...logs];
  return unseen.some((one) => isWithin(one, path)) || hidden.hides(path);
}

/** A command that tries for ever does not fill the log. */
const mostDenied = 50;

function deniedConnections() {
  const counts = new Map<string, RefusedConnection>();
  return {
    add(one: DeniedConnection) {
      const key = JSON.stringify(one);
      const before = counts.get(key);
      if (before !== undefined || counts.size < mostDenied)
        counts.set(key, { ...one, times: (before?.times ?? 0) + 1 });
    },
    take() {
      const taken = [...counts.values()];
      counts.clear();
      return taken;
    },
  };
}

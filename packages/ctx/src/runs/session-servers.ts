// The MCP servers that the runs of a session name: trusted and started before anything is written, ended when it is over.

import { join } from 'node:path';
import type { ServerFile } from '../agent/mcp/server-file.js';
import type { Servers } from '../agent/mcp/start-servers.js';
import { leavesSome } from '../policy/leaves-some.js';
import { answered } from '../policy/policy.js';
import type { PlannedRun, Policy, RunSettings } from '../protocol/records.js';
import { sandboxRulesOf } from '../sandbox/rules.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { TrustPlace } from '../trust/trust-file.js';
import type { RunServices } from './run-services.js';
import type { SessionSandboxes } from './session-sandboxes.js';

export interface SessionServers {
  readonly warnings: readonly string[];
  for(settings: RunSettings): FencedServers;
}

export interface FencedServers extends Servers {
  /** Servers that were not started, because the policy leaves none of their tools. */
  readonly unwanted: readonly string[];
}

const none: FencedServers = {
  tools: [],
  states: [],
  warnings: [],
  unwanted: [],
  trusted: [],
  close: async () => {},
};

/** For runs that go on without the servers that they once had. */
export const noServers: SessionServers = { warnings: [], for: () => none };

/** Runs that name the same files and have the same sandbox share their servers. What starts servers is loaded only where there are some. */
export async function withServers<T>(
  runs: readonly PlannedRun[],
  root: string,
  services: RunServices,
  sandboxes: SessionSandboxes,
  use: (servers: SessionServers) => Promise<T>,
): Promise<T> {
  const started = new Map<string, FencedServers>();
  try {
    // Another agent starts its servers itself.
    const ours = runs.filter(({ settings }) => settings.agent === undefined);
    for (const { settings } of ours) {
      const { mcp = [] } = settings;
      const key = keyOf(settings);
      if (mcp.length === 0 || started.has(key)) continue;
      const sharing = ours.filter((run) => keyOf(run.settings) === key);
      const policies = sharing.map((run) => answeredPolicy(run, services));
      const sandbox = await sandboxes.for(settings, join(root, settings.workspace));
      started.set(key, await trustedServers(mcp, root, policies, services, sandbox));
    }
    const warnings = [...started.values()].flatMap((servers) => servers.warnings);
    return await use({
      warnings,
      for: (settings) => (settings.agent === undefined ? started.get(keyOf(settings)) : undefined) ?? none,
    });
  } finally {
    await Promise.all([...started.values()].map((servers) => servers.close()));
  }
}

/** A tool that somebody may still be asked about is one that may be called. */
export function answeredPolicy(
  { settings: { policy } }: PlannedRun,
  { askable = () => false }: RunServices,
): Policy {
  return answered(policy, (policy.ask ?? []).filter(askable));
}

/** `files` stand relative to the root. What is started is what was trusted: what changed during the question is asked about again. */
export async function trustedServers(
  files: readonly string[],
  root: string,
  policies: readonly Policy[],
  services: RunServices,
  sandbox?: Sandbox,
): Promise<FencedServers> {
  const { requireTrust } = await import('../trust/require-trust.js');
  const place = { root, env: services.env };
  for (;;) {
    const read = await readServerFiles(files, place, policies);
    const items = read.wanted.flatMap((file) => file.items);
    const trust = await requireTrust(items, place, services.trust);
    if (trust === 'trusted')
      return startedServers(read, root, services, sandbox, await outsideIn(read, place));
  }
}

export interface ReadServerFiles {
  /** Files with a server that the policies leave a tool of. */
  readonly wanted: readonly ServerFile[];
  readonly unwanted: readonly string[];
  readonly isWanted: (server: string) => boolean;
}

export async function readServerFiles(
  files: readonly string[],
  { root, env }: TrustPlace,
  policies: readonly Policy[],
): Promise<ReadServerFiles> {
  const [{ readServerFile }, { toolPrefix }] = await Promise.all([
    import('../agent/mcp/server-file.js'),
    import('../agent/mcp/mcp-tools.js'),
  ]);
  const isWanted = (server: string) => policies.some((policy) => leavesSome(policy, toolPrefix(server)));
  const read = files.map((file) => readServerFile(root, file, env));
  return {
    wanted: read.filter(({ servers }) => servers.some(isWanted)),
    unwanted: read.flatMap(({ servers }) => servers).filter((server) => !isWanted(server)),
    isWanted,
  };
}

/** The servers that a person trusts to run outside of the sandbox, as they stand now. */
async function outsideIn({ wanted }: ReadServerFiles, place: TrustPlace): Promise<ReadonlySet<string>> {
  const { isTrusted } = await import('../trust/trust-state.js');
  const named = wanted.flatMap(({ outside }) => [...outside]);
  return new Set(named.flatMap(([server, item]) => (isTrusted(item, place) ? [server] : [])));
}

/** Whoever calls this knows that the files are trusted. */
export async function startedServers(
  { wanted, unwanted, isWanted }: ReadServerFiles,
  root: string,
  { env, signal, program, askPerson }: Pick<RunServices, 'env' | 'signal' | 'program' | 'askPerson'>,
  sandbox?: Sandbox,
  outside: ReadonlySet<string> = new Set(),
): Promise<FencedServers> {
  if (wanted.length === 0) return { ...none, unwanted };
  const { startServers } = await import('../agent/mcp/start-servers.js');
  const place = {
    root,
    env,
    signal,
    version: program.version,
    isWanted,
    runsOutside: (server: string) => outside.has(server),
    sandbox,
    askPerson,
  };
  const servers = await startServers(wanted, place);
  return { ...servers, unwanted };
}

/** The same servers in another sandbox are others. */
function keyOf(settings: RunSettings): string {
  const rules = sandboxRulesOf(settings);
  return JSON.stringify([settings.mcp ?? [], rules, rules === undefined ? '' : settings.workspace]);
}

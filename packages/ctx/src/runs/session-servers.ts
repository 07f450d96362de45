// The MCP servers that the runs of a session name: trusted and started before anything is written, ended when it is over.

import type { ServerFile } from '../agent/mcp/server-file.js';
import type { Servers } from '../agent/mcp/start-servers.js';
import { leavesSome } from '../policy/leaves-some.js';
import type { PlannedRun, Policy, RunSettings } from '../protocol/records.js';
import type { RunServices } from './run-services.js';

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

/** Runs that name the same files share their servers. What starts servers is loaded only where there are some. */
export async function withServers<T>(
  runs: readonly PlannedRun[],
  root: string,
  services: RunServices,
  use: (servers: SessionServers) => Promise<T>,
): Promise<T> {
  const started = new Map<string, FencedServers>();
  try {
    for (const { settings } of runs) {
      const { mcp = [] } = settings;
      const key = JSON.stringify(mcp);
      if (mcp.length === 0 || started.has(key)) continue;
      const sharing = runs.filter((run) => JSON.stringify(run.settings.mcp) === key);
      const policies = sharing.map((run) => run.settings.policy);
      started.set(key, await trustedServers(mcp, root, policies, services));
    }
    const warnings = [...started.values()].flatMap((servers) => servers.warnings);
    return await use({ warnings, for: ({ mcp }) => started.get(JSON.stringify(mcp ?? [])) ?? none });
  } finally {
    await Promise.all([...started.values()].map((servers) => servers.close()));
  }
}

/** `files` stand relative to the root. Each is read once: what is started is what was trusted. */
export async function trustedServers(
  files: readonly string[],
  root: string,
  policies: readonly Policy[],
  services: RunServices,
): Promise<FencedServers> {
  const read = await readServerFiles(files, root, policies);
  const { requireTrust } = await import('../trust/require-trust.js');
  const items = read.wanted.flatMap((file) => file.items);
  await requireTrust(items, { root, env: services.env }, services.trust);
  return startedServers(read, root, services);
}

export interface ReadServerFiles {
  /** Files with a server that the policies leave a tool of. */
  readonly wanted: readonly ServerFile[];
  readonly unwanted: readonly string[];
  readonly isWanted: (server: string) => boolean;
}

export async function readServerFiles(
  files: readonly string[],
  root: string,
  policies: readonly Policy[],
): Promise<ReadServerFiles> {
  const [{ readServerFile }, { toolPrefix }] = await Promise.all([
    import('../agent/mcp/server-file.js'),
    import('../agent/mcp/mcp-tools.js'),
  ]);
  const isWanted = (server: string) => policies.some((policy) => leavesSome(policy, toolPrefix(server)));
  const read = files.map((file) => readServerFile(root, file));
  return {
    wanted: read.filter(({ servers }) => servers.some(isWanted)),
    unwanted: read.flatMap(({ servers }) => servers).filter((server) => !isWanted(server)),
    isWanted,
  };
}

/** Whoever calls this knows that the files are trusted. */
export async function startedServers(
  { wanted, unwanted, isWanted }: ReadServerFiles,
  root: string,
  { env, signal, program }: Pick<RunServices, 'env' | 'signal' | 'program'>,
): Promise<FencedServers> {
  if (wanted.length === 0) return { ...none, unwanted };
  const { startServers } = await import('../agent/mcp/start-servers.js');
  const servers = await startServers(wanted, { root, env, signal, version: program.version, isWanted });
  return { ...servers, unwanted };
}

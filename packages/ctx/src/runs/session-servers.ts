// The MCP servers that the runs of a session name: started before anything is written, ended when it is over.

import type { Servers } from '../agent/mcp/start-servers.js';
import type { PlannedRun, RunSettings } from '../protocol/records.js';
import type { RunServices } from './run-services.js';

export interface SessionServers {
  readonly warnings: readonly string[];
  for(settings: RunSettings): Servers;
}

const none: Servers = { tools: [], states: [], warnings: [], close: async () => {} };

/** For runs that go on without the servers that they once had. */
export const noServers: SessionServers = { warnings: [], for: () => none };

/** Runs that name the same files share their servers. What starts servers is loaded only where there are some. */
export async function withServers<T>(
  runs: readonly PlannedRun[],
  root: string,
  services: RunServices,
  use: (servers: SessionServers) => Promise<T>,
): Promise<T> {
  const started = new Map<string, Servers>();
  try {
    for (const { settings } of runs) {
      const { mcp = [] } = settings;
      const key = JSON.stringify(mcp);
      if (mcp.length > 0 && !started.has(key)) started.set(key, await serversOf(mcp, root, services));
    }
    const warnings = [...started.values()].flatMap((servers) => servers.warnings);
    return await use({ warnings, for: ({ mcp }) => started.get(JSON.stringify(mcp ?? [])) ?? none });
  } finally {
    await Promise.all([...started.values()].map((servers) => servers.close()));
  }
}

export async function serversOf(
  files: readonly string[],
  root: string,
  { env, signal, program }: RunServices,
): Promise<Servers> {
  const { startServers } = await import('../agent/mcp/start-servers.js');
  return startServers(files, { root, env, signal, version: program.version });
}

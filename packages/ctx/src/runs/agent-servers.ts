// The MCP servers of a config, for runs that another agent does: trusted before anything is written, and started by the agent itself.

import type { ServerConfig } from '../agent/mcp/server-config.js';
import type { ServerFile } from '../agent/mcp/server-file.js';
import { fail } from '../protocol/codes.js';
import type { Fence, PlannedRun } from '../protocol/records.js';
import type { TrustItem } from '../trust/item.js';
import type { RunServices } from './run-services.js';
import { answeredPolicy, readServerFiles } from './session-servers.js';

export interface AgentServers {
  readonly servers: readonly ServerConfig[];
  readonly warnings: readonly string[];
  /** What of the project had to be trusted for them. */
  readonly trusted: NonNullable<Fence['trusted']>;
}

export interface ReadAgentServers extends AgentServers {
  readonly items: readonly TrustItem[];
}

const none: ReadAgentServers = { servers: [], warnings: [], trusted: [], items: [] };

/** Nothing is started: whoever hands them on has the items trusted first, and reads again what a person looked at meanwhile. */
export async function readAgentServers(
  run: PlannedRun,
  root: string,
  services: RunServices,
): Promise<ReadAgentServers> {
  const { mcp = [] } = run.settings;
  if (mcp.length === 0) return none;
  const { wanted: files, isWanted } = await readServerFiles(mcp, { root, env: services.env }, [
    answeredPolicy(run, services),
  ]);
  const { wantedServers } = await import('../agent/mcp/start-servers.js');
  const { wanted, warnings } = wantedServers(files, { env: services.env, isWanted });
  const servers: ServerConfig[] = [];
  const problems: string[] = [];
  for (const server of wanted) {
    if ('reach' in server) servers.push(server);
    else if (server.required)
      throw fail('mcp_server_failed', {
        operation: 'start_server',
        target: server.name,
        reason: server.problem,
      });
    else problems.push(`the MCP server ${server.name} is not handed over: ${server.problem}`);
  }
  return { servers, warnings: [...warnings, ...problems], items: itemsOf(files), trusted: trustedIn(files) };
}

function itemsOf(files: readonly ServerFile[]): TrustItem[] {
  return files.flatMap(({ items }) => items);
}

function trustedIn(files: readonly ServerFile[]): AgentServers['trusted'] {
  return itemsOf(files).map(({ path, digest }) => ({ path, digest }));
}

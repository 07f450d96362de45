// The MCP servers of a config, as other agents want to be told of them. The agent starts them itself, so each runs where the agent runs; the
// credentials of the agent's provider are none of their business.

import type { McpServer } from '@agentclientprotocol/sdk';
import { membersOf } from '../acp/fields.js';
import { toolPrefix } from '../agent/mcp/mcp-tools.js';
import type { ServerConfig } from '../agent/mcp/server-config.js';

/** A server, without the variables that it shall not see. */
export interface HandedServer extends ServerConfig {
  readonly hidden: readonly string[];
}

/** As ACP names them in `session/new`; what the agent says that it cannot reach is left out by its name. */
export function acpServers(
  servers: readonly HandedServer[],
  capabilities: Readonly<Record<string, unknown>>,
) {
  const able = membersOf(capabilities['mcpCapabilities']);
  const isReached = ({ reach }: HandedServer) => reach.kind === 'stdio' || able[reach.kind] === true;
  return {
    mcpServers: servers.filter(isReached).map(acpServer),
    left: servers.filter((server) => !isReached(server)).map(({ name }) => name),
  };
}

function acpServer({ name, reach, hidden }: HandedServer): McpServer {
  if (reach.kind !== 'stdio')
    return { type: reach.kind, name, url: reach.url.href, headers: pairs(reach.headers) };
  const [command, ...args] = wordsOf(reach, hidden);
  return { name, command, args, env: pairs(reach.env) };
}

/** As `.mcp.json` has them. */
export function serversFile(servers: readonly HandedServer[]): string {
  return JSON.stringify({
    mcpServers: Object.fromEntries(
      servers.map(({ name, reach, hidden }) => {
        if (reach.kind !== 'stdio')
          return [name, { type: reach.kind, url: reach.url.href, headers: reach.headers }];
        const [command, ...args] = wordsOf(reach, hidden);
        return [name, { command, args, env: reach.env }];
      }),
    ),
  });
}

type StdioReach = Extract<ServerConfig['reach'], { kind: 'stdio' }>;

/** Most agents hand their whole environment down. */
export function wordsOf(
  { command, args, env }: StdioReach,
  hidden: readonly string[],
): [string, ...string[]] {
  const unset = hidden.filter((name) => !Object.hasOwn(env, name)).flatMap((name) => ['-u', name]);
  return unset.length === 0 ? [command, ...args] : ['env', ...unset, command, ...args];
}

/** What rules call a tool, where it is one of these servers; `toolsOf` says how the agent's names for its tools begin. */
export function ruleName<T extends string | undefined>(
  tool: T,
  servers: readonly Pick<HandedServer, 'name'>[],
  toolsOf: (server: string) => string,
): T | string {
  const server = servers.find(({ name }) => tool?.startsWith(toolsOf(name)));
  if (tool === undefined || server === undefined) return tool;
  return `${toolPrefix(server.name)}${tool.slice(toolsOf(server.name).length)}`;
}

function pairs(named: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(named).map(([name, value]) => ({ name, value }));
}

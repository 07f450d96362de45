// The MCP server over HTTP that a person means by its name.

import { join, relative, resolve } from 'node:path';
import { configuredServers, type Http, type ServerConfig } from '../../agent/mcp/server-config.js';
import { readServerFile, type ServerFile } from '../../agent/mcp/server-file.js';
import type { Services } from '../../cli/command.js';
import { isThere } from '../../disk/is-there.js';
import { projectRoot } from '../../project/root.js';
import { fail } from '../../protocol/codes.js';

export interface NamedServer {
  readonly root: string;
  readonly file: ServerFile;
  /** Fills in variables: only for a file that is trusted. */
  reach(): Http;
}

export function namedServer(name: string, given: string | undefined, services: Services): NamedServer {
  const root = projectRoot(services);
  const path = given === undefined ? '.mcp.json' : relative(root, resolve(services.cwd, given));
  if (given === undefined && !isThere(join(root, path))) throw unknown(name, []);
  const file = readServerFile(root, path, services.env);
  if (!file.servers.includes(name)) throw unknown(name, file.servers);
  return { root, file, reach: () => reachOf(name, file, services) };
}

function reachOf(name: string, { text, shown }: ServerFile, { env }: Services): Http {
  const { servers } = configuredServers(text, shown, env);
  const server = servers.find((each) => each.name === name);
  if (server !== undefined && 'problem' in server)
    throw fail('mcp_login_failed', { operation: 'login', target: name, reason: server.problem });
  if (server !== undefined && server.reach.kind !== 'stdio') return server.reach;
  const overHttp = servers.filter(
    (each): each is ServerConfig => 'reach' in each && each.reach.kind !== 'stdio',
  );
  throw unknown(
    name,
    overHttp.map((each) => each.name),
  );
}

function unknown(target: string, known: readonly string[]) {
  return fail('mcp_server_unknown', { operation: 'login', target, known });
}

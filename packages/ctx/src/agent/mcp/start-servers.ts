// MCP servers, started side by side, each with its own deadline. One that fails is told by its name; the rest goes on.

import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import type { Fence, ServerState } from '../../protocol/records.js';
import type { Tool } from '../ports.js';
import { type ConnectionPlace, connect, Unauthorized } from './connection.js';
import { toolPrefix, toolsOf } from './mcp-tools.js';
import { configuredServers, type ServerConfig, type UnusableServer } from './server-config.js';
import type { ServerFile } from './server-file.js';

export interface Servers {
  readonly tools: readonly Tool[];
  readonly states: readonly ServerState[];
  readonly warnings: readonly string[];
  /** What of the project had to be trusted for them. */
  readonly trusted: NonNullable<Fence['trusted']>;
  close(): Promise<void>;
}

interface Started {
  readonly state: ServerState;
  readonly tools: readonly Tool[];
  readonly warnings: readonly string[];
  readonly close: () => Promise<void>;
  readonly wantsLogin?: true;
  readonly failure?: Failure;
}

export interface StartingPlace extends ConnectionPlace {
  /** Ends the waiting for servers that are not ready yet. */
  readonly signal: AbortSignal;
  /** Whether any tool of a server could be called; one that nobody may use is not started. */
  readonly isWanted: (server: string) => boolean;
  /** Whether a person trusts a server to run outside of the sandbox. */
  readonly runsOutside?: (server: string) => boolean;
}

/** Of files that are trusted. Throws where a server that is required did not start; none is left running then. */
export async function startServers(files: readonly ServerFile[], place: StartingPlace): Promise<Servers> {
  const { wanted, warnings } = wantedServers(files, place);
  const started = await Promise.all(wanted.map((server) => startInPlace(server, place)));
  const close = async () => {
    await Promise.all(started.map((one) => one.close()));
  };
  const missing = started.find(
    ({ state }, index) => state.state === 'failed' && wanted[index]?.required === true,
  );
  if (missing !== undefined) {
    await close();
    const { server, reason = '' } = missing.state;
    if (missing.failure !== undefined) throw missing.failure;
    if (missing.wantsLogin) throw fail('mcp_unauthorized', { operation: 'start_server', target: server });
    throw fail('mcp_server_failed', { operation: 'start_server', target: server, reason });
  }
  return {
    tools: started.flatMap(({ tools }) => tools),
    states: started.map(({ state }) => state),
    warnings: [...warnings, ...started.flatMap(({ state, warnings }) => [...failureOf(state), ...warnings])],
    trusted: files.flatMap(({ items }) => items.map(({ path, digest }) => ({ path, digest }))),
    close,
  };
}

/** The servers that somebody could use, each once. */
export function wantedServers(
  files: readonly Pick<ServerFile, 'text' | 'shown'>[],
  { env, isWanted }: Pick<StartingPlace, 'env' | 'isWanted'>,
) {
  const configured = files.map(({ text, shown }) => configuredServers(text, shown, env));
  const named = unique(configured.flatMap(({ servers }) => servers));
  refuseCollisions(named.map(({ name }) => name));
  return {
    wanted: named.filter(({ name }) => isWanted(name)),
    warnings: configured.flatMap(({ warnings }) => warnings),
  };
}

/** A rule on one server's tools must not be about another's. */
function refuseCollisions(names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    const other = names.slice(0, index).find((earlier) => {
      const [one, two] = [toolPrefix(name), toolPrefix(earlier)];
      return one.startsWith(two) || two.startsWith(one);
    });
    if (other === undefined) continue;
    throw fail('mcp_names_collide', { operation: 'start_server', target: name, other });
  }
}

function failureOf({ server, state, reason }: ServerState): string[] {
  return state === 'failed' ? [`the MCP server ${server} did not start: ${reason}`] : [];
}

/** A later file's word on a server of the same name wins. */
function unique(servers: readonly (ServerConfig | UnusableServer)[]): (ServerConfig | UnusableServer)[] {
  return [...new Map(servers.map((server) => [server.name, server])).values()];
}

/** In the sandbox, where there is one, unless a person said otherwise of this server. */
async function startInPlace(server: ServerConfig | UnusableServer, place: StartingPlace): Promise<Started> {
  const isProgram = 'reach' in server && server.reach.kind === 'stdio';
  if (place.sandbox === undefined || !isProgram || place.runsOutside?.(server.name) !== true)
    return start(server, place);
  const started = await start(server, { ...place, sandbox: undefined });
  return { ...started, state: { ...started.state, outside: true } };
}

async function start(server: ServerConfig | UnusableServer, place: StartingPlace): Promise<Started> {
  if ('problem' in server) return failed(server.name, server.problem);
  const giveUp = new AbortController();
  const making = makeReady(server, place, giveUp.signal);
  try {
    return await withDeadline(making, server.startTimeout, place.signal);
  } catch (error) {
    giveUp.abort();
    making.catch(() => {});
    if (error instanceof Unauthorized)
      return { ...failed(server.name, loginHint(server.name)), wantsLogin: true };
    if (error instanceof Failure) return { ...failed(server.name, reasonOf(error)), failure: error };
    return failed(server.name, error instanceof Error ? error.message : String(error));
  }
}

/** A failure of ours has facts, and is said in words elsewhere. */
function reasonOf({ code, where }: Failure): string {
  if (code === 'proxy_invalid') return `${where.target} is not a proxy that ctx can use`;
  const reason: unknown = Reflect.get(where, 'reason');
  return typeof reason === 'string' ? `${where.target}: ${reason}` : code;
}

function loginHint(server: string): string {
  return `it wants a login (HTTP 401); run \`ctx mcp login ${server}\`, or give it a token in \`headers\` and trust the file again with \`ctx trust\``;
}

async function makeReady(server: ServerConfig, place: StartingPlace, givenUp: AbortSignal): Promise<Started> {
  const connection = await connect(server, place, givenUp);
  const close = () => connection.close();
  try {
    const { tools: offered } = await connection.client.listTools({}, { timeout: server.startTimeout });
    const { tools, warnings } = toolsOf(server, connection, offered);
    return {
      state: { server: server.name, state: 'ready', tools: tools.length },
      tools,
      warnings,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function failed(server: string, reason: string): Started {
  const state = { server, state: 'failed' as const, tools: 0, reason };
  return { state, tools: [], warnings: [], close: async () => {} };
}

async function withDeadline<T>(work: Promise<T>, milliseconds: number, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const over = new Promise<never>((_, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`it was not ready after ${milliseconds} ms`)),
      milliseconds,
    );
    const interrupted = () => reject(new Error('the start was interrupted'));
    signal.addEventListener('abort', interrupted, { once: true });
    if (signal.aborted) interrupted();
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupted);
    };
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    stop();
  }
}

// The tools that a run would have here, and the pool that a policy leaves of them.

import type { Servers } from '../agent/mcp/start-servers.js';
import type { Denial, Tool } from '../agent/ports.js';
import { builtinTools } from '../agent/tools/builtin.js';
import { type Pool, poolOf } from '../agent/tools/pool.js';
import { idleRules } from '../policy/policy.js';
import type { Policy } from '../protocol/records.js';
import type { RunServices } from './run-services.js';
import { readServerFiles, startedServers, trustedServers } from './session-servers.js';

export interface OfferedTool extends Tool {
  /** `built-in`, or the server that it comes from. */
  readonly source: string;
}

export interface Offer {
  /** All there are, whatever the policy. */
  readonly tools: readonly OfferedTool[];
  readonly pool: Pool;
  /** Every tool that a model would not get, and why. */
  readonly out: readonly ({ readonly name: string } & Denial)[];
  readonly servers: readonly OfferedServer[];
  readonly warnings: readonly string[];
}

/** A server's state, as a run records it, or that it was not started for want of trust. */
export interface OfferedServer extends Omit<Servers['states'][number], 'state'> {
  readonly state: Servers['states'][number]['state'] | 'untrusted';
}

export interface WantedTools {
  readonly policy: Policy;
  /** Only reading, editing and the shell. */
  readonly simple: boolean;
}

/** The project's MCP servers: relative to its root, the files that name them. */
export interface WantedServers extends WantedTools {
  readonly files: readonly string[];
  readonly root: string;
}

const simpleTools = new Set(['read', 'edit', 'bash']);
const notSimple: Denial = { rule: '--simple-mode', reason: 'simple mode has read, edit and bash only' };

/** Without MCP servers. */
export function offerBuiltIn(wanted: WantedTools, services: Pick<RunServices, 'cwd' | 'env'>): Offer {
  return offerOf(wanted, services, noServers);
}

/** With the project's MCP servers, which are gone when `use` is done. What is not trusted is asked about, or refused. */
export async function withOffer<T>(
  wanted: WantedServers,
  services: RunServices,
  use: (offer: Offer) => Promise<T>,
): Promise<T> {
  const { files, root, policy } = wanted;
  return offered(wanted, services, use, () => trustedServers(files, root, [policy], services));
}

/** The same for a list: a server that nobody trusted is named, and not started. */
export async function withListedOffer<T>(
  wanted: WantedServers,
  services: RunServices,
  use: (offer: Offer) => Promise<T>,
): Promise<T> {
  return offered(wanted, services, use, () => listedServers(wanted, services));
}

async function offered<T>(
  wanted: WantedServers,
  services: RunServices,
  use: (offer: Offer) => Promise<T>,
  start: () => Promise<OfferedServers & Pick<Servers, 'close'>>,
): Promise<T> {
  if (wanted.files.length === 0) return use(offerBuiltIn(wanted, services));
  const servers = await start();
  try {
    return await use(offerOf(wanted, services, servers));
  } finally {
    await servers.close();
  }
}

async function listedServers(
  { files, root, policy }: WantedServers,
  services: RunServices,
): Promise<OfferedServers & Pick<Servers, 'close'>> {
  const read = await readServerFiles(files, { root, env: services.env }, [policy]);
  const { isTrusted } = await import('../trust/trust-state.js');
  const { given, byAgent } = services.trust;
  const mayStart = ({ items }: (typeof read.wanted)[number]) =>
    (given && !byAgent) || items.every((item) => isTrusted(item, { root, env: services.env }));
  // Whoever lists tools is asked nothing by their servers.
  const { env, signal, program } = services;
  const trusted = { ...read, wanted: read.wanted.filter(mayStart) };
  const servers = await startedServers(trusted, root, { env, signal, program });
  const untrusted = read.wanted.filter((file) => !mayStart(file));
  const names = untrusted.flatMap((file) => file.servers);
  return {
    ...servers,
    states: [
      ...servers.states,
      ...names.map((server) => ({
        server,
        state: 'untrusted' as const,
        tools: 0,
        reason: 'nobody trusted it',
      })),
    ],
    unwanted: [...servers.unwanted, ...names],
    warnings: [
      ...servers.warnings,
      ...untrusted.map(
        ({ shown }) => `${shown} is not trusted, so its servers were not started; see \`ctx trust\``,
      ),
    ],
  };
}

interface OfferedServers extends Pick<Servers, 'tools' | 'warnings'> {
  readonly states: readonly OfferedServer[];
  readonly unwanted: readonly string[];
}

const noServers: OfferedServers = { tools: [], states: [], warnings: [], unwanted: [] };

function offerOf(
  { policy, simple }: WantedTools,
  { cwd, env }: Pick<RunServices, 'cwd' | 'env'>,
  servers: OfferedServers,
): Offer {
  const tools = [...builtinTools(cwd, env), ...servers.tools].map((tool) => ({
    ...tool,
    source: tool.server === undefined ? 'built-in' : `mcp:${tool.server}`,
  }));
  const isLeft = ({ name }: Tool) => !simple || simpleTools.has(name);
  const pool = poolOf(tools.filter(isLeft), policy);
  const leftOut = tools.filter((tool) => !isLeft(tool)).map(({ name }) => ({ name, ...notSimple }));
  const unstarted = servers.unwanted.map((server) => `mcp__${server}__*`);
  const names = [...tools.map(({ name }) => name), ...unstarted];
  const idle = idleRules(policy, names).map((rule) => `the rule ${rule} matches no tool`);
  return {
    tools,
    pool,
    out: [...pool.out, ...leftOut],
    servers: servers.states,
    warnings: [...servers.warnings, ...idle],
  };
}

/** Why a tool is not in the pool; nothing where it is. */
export function denialOf({ out }: Offer, name: string): Denial | undefined {
  return out.find((tool) => tool.name === name);
}

// The flags that choose which tools there are, and the pool that they leave.

import { join, relative, resolve } from 'node:path';
import type { Servers } from '../agent/mcp/start-servers.js';
import type { Denial, Tool } from '../agent/ports.js';
import { builtinTools } from '../agent/tools/builtin.js';
import { type Pool, poolOf } from '../agent/tools/pool.js';
import type { Services } from '../cli/command.js';
import { flag, type Input, type Values } from '../cli/inputs.js';
import { isThere } from '../disk/is-there.js';
import { idleRules } from '../policy/policy.js';
import { projectRoot } from '../project/root.js';
import { readServerFiles, startedServers, trustedServers } from '../runs/session-servers.js';
import { mcpFlags, policyFlags, wholePolicyFrom } from './session-flags.js';
import { trustGate, withTrust } from './trust-gate.js';

export const filterFlags = {
  'simple-mode': flag.switch('only read, edit and bash'),
  profile: policyFlags.profile,
  'allow-tool': policyFlags['allow-tool'],
  'deny-tool': policyFlags['deny-tool'],
  'deny-prefix': policyFlags['deny-prefix'],
};

export const toolFlags = { ...filterFlags, ...mcpFlags };

export type ToolFlags = Values<typeof filterFlags> & Partial<Values<typeof mcpFlags>>;

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

const simple = new Set(['read', 'edit', 'bash']);
const notSimple: Denial = { rule: '--simple-mode', reason: 'simple mode has read, edit and bash only' };

/** Without MCP servers. */
export function offerBuiltIn(flags: ToolFlags, services: Services): Offer {
  return offerOf(flags, services, noServers);
}

/** With the project's MCP servers, which are gone when `use` is done. What is not trusted is asked about, or refused. */
export async function withOffer<T>(
  flags: ToolFlags & Input['flags'],
  services: Services,
  use: (offer: Offer) => Promise<T>,
): Promise<T> {
  return offered(flags, services, use, (files, root) =>
    trustedServers(files, root, [wholePolicyFrom(flags)], withTrust({ flags }, services)),
  );
}

/** The same for a list: a server that nobody trusted is named, and not started. */
export async function withListedOffer<T>(
  flags: ToolFlags & Input['flags'],
  services: Services,
  use: (offer: Offer) => Promise<T>,
): Promise<T> {
  return offered(flags, services, use, (files, root) => listedServers(files, root, flags, services));
}

async function offered<T>(
  flags: ToolFlags,
  services: Services,
  use: (offer: Offer) => Promise<T>,
  start: (files: readonly string[], root: string) => Promise<OfferedServers & Pick<Servers, 'close'>>,
): Promise<T> {
  const root = projectRoot(services);
  const files = filesFrom(flags, root, services.cwd);
  if (files.length === 0) return use(offerBuiltIn(flags, services));
  const servers = await start(files, root);
  try {
    return await use(offerOf(flags, services, servers));
  } finally {
    await servers.close();
  }
}

async function listedServers(
  files: readonly string[],
  root: string,
  flags: ToolFlags & Input['flags'],
  services: Services,
): Promise<OfferedServers & Pick<Servers, 'close'>> {
  const read = await readServerFiles(files, root, [wholePolicyFrom(flags)]);
  const { isTrusted } = await import('../trust/trust-state.js');
  const { given, byAgent } = trustGate({ flags }, services);
  const place = { root, env: services.env };
  const mayStart = ({ items }: (typeof read.wanted)[number]) =>
    (given && !byAgent) || items.every((item) => isTrusted(item, place));
  const servers = await startedServers({ ...read, wanted: read.wanted.filter(mayStart) }, root, services);
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

/** Whether a tool is one of a server: to find another, none has to be started. */
export function isOfServer(name: string): boolean {
  return name.startsWith('mcp__');
}

function filesFrom(flags: ToolFlags, root: string, cwd: string): string[] {
  if (flags['no-mcp'] === true || flags['simple-mode']) return [];
  const named = (flags.mcp ?? []).map((file) => relative(root, resolve(cwd, file)));
  if (named.length > 0) return named;
  return isThere(join(root, '.mcp.json')) ? ['.mcp.json'] : [];
}

interface OfferedServers extends Pick<Servers, 'tools' | 'warnings'> {
  readonly states: readonly OfferedServer[];
  readonly unwanted: readonly string[];
}

/** A server's state, as a run records it, or that it was not started for want of trust. */
export interface OfferedServer extends Omit<Servers['states'][number], 'state'> {
  readonly state: Servers['states'][number]['state'] | 'untrusted';
}

const noServers: OfferedServers = { tools: [], states: [], warnings: [], unwanted: [] };

function offerOf(flags: ToolFlags, { cwd, env }: Services, servers: OfferedServers): Offer {
  const policy = wholePolicyFrom(flags);
  const tools = [...builtinTools(cwd, env), ...servers.tools].map((tool) => ({
    ...tool,
    source: tool.server === undefined ? 'built-in' : `mcp:${tool.server}`,
  }));
  const isLeft = ({ name }: Tool) => !flags['simple-mode'] || simple.has(name);
  const pool = poolOf(tools.filter(isLeft), policy);
  const leftOut = tools.filter((tool) => !isLeft(tool)).map(({ name }) => ({ name, ...notSimple }));
  const unstarted = servers.unwanted.map((server) => `mcp__${server}__*`);
  const names = [...tools.map(({ name }) => name), ...unstarted];
  const idle = idleRules(policy, names).map((rule) => `the rule ${rule} matches no tool that there is`);
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

// The flags that choose which tools there are, and the pool that they leave.

import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Servers } from '../agent/mcp/start-servers.js';
import type { Denial, Tool } from '../agent/ports.js';
import { builtinTools } from '../agent/tools/builtin.js';
import { type Pool, poolOf } from '../agent/tools/pool.js';
import type { Services } from '../cli/command.js';
import { flag, type Values } from '../cli/inputs.js';
import { idleRules } from '../policy/policy.js';
import { projectRoot } from '../project/root.js';
import { serversOf } from '../runs/session-servers.js';
import { mcpFlags, policyFlags, policyFrom } from './session-flags.js';

export const filterFlags = {
  'simple-mode': flag.switch('only read, edit and bash'),
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
  readonly servers: Servers['states'];
  readonly warnings: readonly string[];
}

const simple = new Set(['read', 'edit', 'bash']);
const notSimple: Denial = { rule: '--simple-mode', reason: 'simple mode has read, edit and bash only' };

/** Without MCP servers. */
export function offerBuiltIn(flags: ToolFlags, services: Services): Offer {
  return offerOf(flags, services, noServers);
}

/** With the project's MCP servers, which are gone when `use` is done. */
export async function withOffer<T>(
  flags: ToolFlags,
  services: Services,
  use: (offer: Offer) => Promise<T>,
): Promise<T> {
  const root = projectRoot(services);
  const files = filesFrom(flags, root, services.cwd);
  if (files.length === 0) return use(offerBuiltIn(flags, services));
  const servers = await serversOf(files, root, services);
  try {
    return await use(offerOf(flags, services, servers));
  } finally {
    await servers.close();
  }
}

/** Whether a tool is one of a server: to find another, none has to be started. */
export function isOfServer(name: string): boolean {
  return name.startsWith('mcp__');
}

function filesFrom(flags: ToolFlags, root: string, cwd: string): string[] {
  if (flags['no-mcp'] === true || flags['simple-mode']) return [];
  const named = (flags.mcp ?? []).map((file) => relative(root, resolve(cwd, file)));
  if (named.length > 0) return named;
  return existsSync(join(root, '.mcp.json')) ? ['.mcp.json'] : [];
}

const noServers: Pick<Servers, 'tools' | 'states' | 'warnings'> = { tools: [], states: [], warnings: [] };

function offerOf(flags: ToolFlags, { cwd, env }: Services, servers: typeof noServers): Offer {
  const policy = { on_deny: 'tell' as const, ...policyFrom(flags) };
  const tools = [...builtinTools(cwd, env), ...servers.tools].map((tool) => ({
    ...tool,
    source: tool.server === undefined ? 'built-in' : `mcp:${tool.server}`,
  }));
  const isLeft = ({ name }: Tool) => !flags['simple-mode'] || simple.has(name);
  const pool = poolOf(tools.filter(isLeft), policy);
  const leftOut = tools.filter((tool) => !isLeft(tool)).map(({ name }) => ({ name, ...notSimple }));
  const names = tools.map(({ name }) => name);
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

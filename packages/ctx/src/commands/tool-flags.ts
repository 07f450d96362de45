// The flags that choose which tools there are.

import { join, relative, resolve } from 'node:path';
import type { Services } from '../cli/command.js';
import { flag, type Input, type Values } from '../cli/inputs.js';
import { isThere } from '../disk/is-there.js';
import { projectRoot } from '../project/root.js';
import type { WantedServers, WantedTools } from '../runs/offered-tools.js';
import { mcpFlags, policyFlags, wholePolicyFrom } from './session-flags.js';

export const filterFlags = {
  'simple-mode': flag.switch('only read, edit and bash'),
  profile: policyFlags.profile,
  'allow-tool': policyFlags['allow-tool'],
  'deny-tool': policyFlags['deny-tool'],
  'deny-prefix': policyFlags['deny-prefix'],
};

export const toolFlags = { ...filterFlags, ...mcpFlags };

export type ToolFlags = Values<typeof filterFlags> & Partial<Values<typeof mcpFlags>>;

export function wantedTools(flags: ToolFlags): WantedTools {
  return { policy: wholePolicyFrom(flags), simple: flags['simple-mode'] };
}

export function wantedServers(flags: ToolFlags & Input['flags'], services: Services): WantedServers {
  const root = projectRoot(services);
  return { ...wantedTools(flags), root, files: filesFrom(flags, root, services.cwd) };
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

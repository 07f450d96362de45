// The sandbox that a host works in: its own folders are open, and of the network its provider's hosts. Everything else is as for our own
// tools: the workspace, no other file of the home folder, no log.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import type { ServerConfig } from '../agent/mcp/server-config.js';
import { isThere } from '../disk/is-there.js';
import { writeFailure } from '../disk/system-errors.js';
import type { RunSettings } from '../protocol/records.js';
import { defaultRules, type SandboxRules } from '../sandbox/rules.js';
import { hostsOf } from './configured-hosts.js';
import type { DrivableHost, HostPlace } from './drivable-host.js';
import type { PreparedAgent } from './prepare-agents.js';

export interface HostSandbox {
  readonly rules: SandboxRules;
  /** Programs that have to be seen inside. */
  readonly programs: readonly string[];
}

/** Nothing where a person wants none. */
export function hostSandbox(
  { sandbox }: Pick<RunSettings, 'sandbox'>,
  { host, program }: PreparedAgent,
  { home, env }: Pick<HostPlace, 'home' | 'env'>,
  /** What it shall reach besides. */
  servers: readonly Pick<ServerConfig, 'reach'>[] = [],
): HostSandbox | undefined {
  if (sandbox === 'off') return undefined;
  const asked = typeof sandbox === 'object' ? sandbox : {};
  const own = host.own.filter((name) => isOwn(join(home, name)));
  return {
    rules: {
      ...defaultRules,
      ...asked,
      network: networkFor(asked.network, host, { home, env }, servers),
      write: [...(asked.write ?? []), ...own.map((name) => `~/${name}`)],
      ...(host.ownSandbox !== undefined && { nested: asked.nested ?? mayNest() }),
    },
    programs: [...program],
  };
}

/** As root, what is inside of a sandbox may make none: its mounts would be the machine's own. */
function mayNest(): boolean {
  return platform === 'linux' && process.getuid?.() !== 0;
}

/** Whoever lists hosts adds them to its provider's, without which it could do nothing. */
function networkFor(
  asked: SandboxRules['network'] | undefined,
  { network, addresses }: DrivableHost,
  place: Pick<HostPlace, 'home' | 'env'>,
  servers: readonly Pick<ServerConfig, 'reach'>[],
): SandboxRules['network'] {
  if (asked === 'open' || asked === 'none') return asked;
  if (network === undefined && asked === undefined) return 'open';
  const urls = servers.flatMap(({ reach }) => (reach.kind === 'stdio' ? [] : [reach.url.href]));
  const configured = hostsOf([...(addresses?.(place) ?? []), ...urls]);
  return [...new Set([...(network ?? []), ...configured, ...(asked ?? [])])];
}

/** A host that was never started has none yet: it makes its folder, and so do we. Its files it makes itself. */
function isOwn(path: string): boolean {
  if (isThere(path)) return true;
  if (/\.\w+$/.test(path.slice(path.lastIndexOf('/') + 2))) return false;
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw writeFailure(error, path);
  }
  return true;
}

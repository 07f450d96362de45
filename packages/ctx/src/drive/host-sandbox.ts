// The sandbox that a host works in: its own folders are open, and so is the network, where its provider is. Everything else is as for our
// own tools: the workspace, no other file of the home folder, no log.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '../disk/is-there.js';
import { writeFailure } from '../disk/system-errors.js';
import type { RunSettings } from '../protocol/records.js';
import { defaultRules, type SandboxRules } from '../sandbox/rules.js';
import type { PreparedAgent } from './prepare-agents.js';

export interface HostSandbox {
  readonly rules: SandboxRules;
  /** Programs that have to be seen inside. */
  readonly programs: readonly string[];
}

/** Nothing where a person wants none. */
export function hostSandbox(
  { sandbox }: RunSettings,
  { host, program }: PreparedAgent,
  home: string,
): HostSandbox | undefined {
  if (sandbox === 'off') return undefined;
  const asked = typeof sandbox === 'object' ? sandbox : {};
  const own = host.own.filter((name) => isOwn(join(home, name)));
  return {
    rules: {
      ...defaultRules,
      // Many hosts take no proxy, so a list of hosts is only for whoever writes one.
      network: 'open',
      ...asked,
      write: [...(asked.write ?? []), ...own.map((name) => `~/${name}`)],
    },
    programs: [...program],
  };
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

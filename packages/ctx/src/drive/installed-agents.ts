// Which of the hosts that can be driven are installed here, and in which version. Nothing is started.

import type { Environment } from '../disk/user-folder.js';
import { programInPath } from '../hosts/find-program.js';
import { ownPath } from '../hosts/own-path.js';
import type { DrivableHost } from './drivable-host.js';
import { drivableHosts } from './known-agents.js';
import { installCommand, installedVersion, isOlder } from './prepare-agents.js';
import { enforcementOf } from './who-decides.js';

export interface InstalledAgent {
  readonly name: string;
  readonly state: 'ready' | 'too_old' | 'missing';
  readonly program?: string;
  /** Nothing where it was not installed as a package. */
  readonly version?: string;
  readonly install: string;
  /** Whether ctx decides on each of its calls. */
  readonly strict: boolean;
}

export function installedAgents(root: string, env: Environment): InstalledAgent[] {
  const path = ownPath({ root, env });
  return drivableHosts.map((host) => installed(host, path));
}

function installed(host: DrivableHost, path: string): InstalledAgent {
  const { name, npm, oldest, hook } = host;
  const known = {
    name,
    install: installCommand(npm),
    strict: enforcementOf(host, { isHooked: hook !== undefined, strict: true }).every(
      ({ by }) => by !== 'none',
    ),
  };
  const program = programInPath(host.program, path);
  if (program === undefined) return { ...known, state: 'missing' };
  const version = installedVersion(program, npm);
  const state = version !== undefined && isOlder(version, oldest) ? 'too_old' : 'ready';
  return { ...known, state, program: program.join(' '), ...(version !== undefined && { version }) };
}

// Other agents that can do runs: which are installed, and whether somebody has seen them work here.

import type { Environment } from '../disk/user-folder.js';
import { installedAgents } from '../drive/installed-agents.js';
import { keptResults } from '../live/kept-results.js';
import { type Check, type Diagnosis, ok, skipped } from './check.js';

export function agentChecks(root: string, env: Environment): Check[] {
  return [{ name: 'agents', examine: () => checkAgents(root, env) }];
}

function checkAgents(root: string, env: Environment): Diagnosis {
  const here = installedAgents(root, env).filter(({ state }) => state !== 'missing');
  if (here.length === 0)
    return skipped('no other agent is installed; ctx models lists those that ctx can run');
  const old = here.find(({ state }) => state === 'too_old');
  if (old !== undefined)
    return {
      state: 'warning',
      says: `${old.name} ${old.version ?? ''} is too old for ctx to run`,
      fix: old.install,
    };
  const shown = here.map(({ name, version }) => {
    const proved = keptResults(name, env).find(({ sound }) => sound);
    return (
      `${name} ${version ?? ''}`.trim() + (proved === undefined ? '' : ` (proved with ${proved.version})`)
    );
  });
  return ok(shown.join(', '));
}

// Whether a log asks for more than a client of this machine could get by a run of its own: less of a sandbox, protected paths, files
// outside of the project, a model that is a script of the project.

import type { PlannedRun, RunSettings } from '../protocol/records.js';
import { isOwnPath } from './tree-entry.js';

/** Why the log's settings are not taken without a person's word; nothing where they are. */
export function loosenedBy(runs: readonly PlannedRun[]): string | undefined {
  for (const { settings } of runs) {
    const why = loosens(settings);
    if (why !== undefined) return why;
  }
  return undefined;
}

function loosens({
  sandbox,
  open_paths,
  workspace,
  model,
  base_url,
  agent,
  mcp,
}: RunSettings): string | undefined {
  if (agent !== undefined) return 'agent';
  if (sandbox === 'off') return 'sandbox: off';
  if (typeof sandbox === 'object') {
    const { network, read, write, unix_sockets, nested } = sandbox;
    if (network !== undefined && network !== 'none') return 'sandbox.network';
    if ((read?.length ?? 0) > 0 || (write?.length ?? 0) > 0) return 'sandbox.read and sandbox.write';
    if (unix_sockets === true || nested === true) return 'sandbox.unix_sockets and sandbox.nested';
  }
  if ((open_paths?.length ?? 0) > 0) return 'open_paths';
  if (workspace !== '.' && workspace !== '' && !isOwnPath(workspace)) return 'workspace';
  if (base_url !== undefined) return 'base_url';
  if ((mcp ?? []).some((file) => !isOwnPath(file))) return 'mcp';
  // A script runs without a sandbox unless somebody asks for one, and calls whatever it likes.
  if (/^(script|replay):/.test(model) && model !== 'script:echo' && sandbox === undefined) return 'model';
  return undefined;
}

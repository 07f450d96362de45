// The MCP servers of a session that start: those that the person at the editor trusts.

import type { Plan } from '../config/plan.js';
import { Failure } from '../protocol/failure.js';
import type { RunServices } from '../runs/run-services.js';
import { readServerFiles } from '../runs/session-servers.js';
import { requireTrust } from '../trust/require-trust.js';

/** The files whose servers the person trusts. Who says no goes on without them: nothing of theirs starts. */
export async function wantedServers(
  plan: Plan,
  note: (text: string) => void,
  services: RunServices,
): Promise<string[]> {
  const [{ settings } = { settings: undefined }] = plan.runs;
  const wanted: string[] = [];
  for (const file of settings?.mcp ?? []) {
    if (settings === undefined) break;
    const read = await readServerFiles([file], { root: plan.root, env: services.env }, [settings.policy]);
    const items = read.wanted.flatMap((found) => found.items);
    try {
      await requireTrust(items, { root: plan.root, env: services.env }, services.trust);
      wanted.push(file);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'trust_missing' || services.trust.byAgent)
        throw error;
      note(`MCP servers of ${file} are not started: you have not trusted them`);
    }
  }
  return wanted;
}

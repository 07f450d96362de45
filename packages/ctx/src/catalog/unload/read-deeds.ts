// A session's calls and prompts, and what its MCP servers cost, from its log. Nothing is verified here: whoever could change the
// log could also use the skill.

import { isMembers } from '../../protocol/members.js';
import { fittingJson } from '../../protocol/parsed-json.js';
import { wholeLines } from '../../session/record-line.js';
import type { Deed } from './uses.js';

export interface ReadDeeds {
  readonly deeds: readonly Deed[];
  readonly agents: readonly string[];
  /** Tokens of a server's tools, as a run of ctx counted them. */
  readonly servers: ReadonlyMap<string, number>;
}

const wanted = ['"tool.requested"', '"tool.denied"', '"turn.opened"', '"run.opened"'];

export function readDeeds(descriptor: number): ReadDeeds {
  const deeds: Deed[] = [];
  const agents = new Set<string>();
  const servers = new Map<string, number>();
  for (const line of wholeLines(descriptor)) {
    if (!wanted.some((type) => line.includes(type))) continue;
    const record = fittingJson(line, isMembers);
    if (record === undefined) continue;
    const { type, tool, input, prompt, agent, pool } = record;
    if (type === 'turn.opened' && typeof prompt === 'string') deeds.push({ prompt });
    else if ((type === 'tool.requested' || type === 'tool.denied') && typeof tool === 'string')
      deeds.push({ tool, input });
    else if (type === 'run.opened') {
      if (isMembers(agent) && typeof agent['name'] === 'string') agents.add(agent['name']);
      for (const [server, tokens] of costsIn(pool)) servers.set(server, tokens);
    }
  }
  return { deeds, agents: [...agents], servers };
}

function costsIn(pool: unknown): Map<string, number> {
  const sums = new Map<string, number>();
  for (const tool of Array.isArray(pool) ? pool : []) {
    const { server, tokens } = isMembers(tool) ? tool : {};
    if (typeof server !== 'string' || typeof tokens !== 'number') continue;
    sums.set(server, (sums.get(server) ?? 0) + tokens);
  }
  return sums;
}

// The agent of a run, where that is not ctx itself, and the model that it is asked to use.

import { basename } from 'node:path';
import { isPlayed } from '../protocol/played-model.js';
import type { RunSettings } from '../protocol/records.js';
import { type Layers, pathOf } from './layers.js';

export type AgentSettings = Pick<RunSettings, 'model' | 'agent' | 'strict'>;

/** `ctx` is our own loop: it takes back what a config says. Nothing for that. */
export function agentOf(layers: Layers): AgentSettings | undefined {
  const agent = layers.findLast(({ settings }) => settings.agent !== undefined)?.settings.agent;
  if (agent === undefined || agent === 'ctx') return undefined;
  const strict = layers.findLast(({ settings }) => settings.strict !== undefined)?.settings.strict === true;
  const named = pathOf(layers, 'model')?.value;
  // A script is nothing that a host could be asked to use.
  const model = named === undefined || isPlayed(named) ? 'unknown' : named;
  return {
    model,
    agent:
      typeof agent === 'string'
        ? agent
        : { ...agent, name: agent.name ?? basename(agent.command[0] ?? 'agent') },
    ...(strict && { strict }),
  };
}

// What `ctx stats` and the dashboard make of the sums: tables, and costs by the table of prices.

import { costOf } from '../../agent/estimate.js';
import { listedModel } from '../../agent/models/prices.js';
import type { dimensions, Stats } from './usage-sums.js';

/** The sums as tables, by name. */
export function tablesOf({ total, by, repeated_answers, retold_runs }: Stats) {
  const table = (name: (typeof dimensions)[number]) =>
    [...by[name]].map(([key, one]) => ({ name: key, ...one })).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    total,
    day: table('day'),
    agent: table('agent'),
    model: table('model'),
    project: table('project'),
    repeated_answers,
    retold_runs,
  };
}

/** Other agents say only what a model is called, not who sells it. */
export function estimate(
  model: string,
  usage: { readonly input_tokens: number; readonly output_tokens: number },
) {
  const names = model.includes('/')
    ? [model]
    : ['anthropic', 'openai', 'google'].map((seller) => `${seller}/${model}`);
  const listed = names.map(listedModel).find((one) => one !== undefined);
  return listed === undefined ? undefined : costOf(usage, listed.price);
}

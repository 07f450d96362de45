// Everything that can be known to be wrong with a run before anything is written or spent.

import { resolve } from 'node:path';
import { uselessRule } from '../policy/useless-rules.js';
import { fail } from '../protocol/codes.js';
import type { PlannedRun, RunSettings } from '../protocol/records.js';
import { requirePrice } from './budget.js';
import { type ModelPlace, modelFor } from './models/model-for.js';
import { toolsOnPaths } from './tools/on-paths.js';

export async function preflight(runs: readonly PlannedRun[], place: ModelPlace): Promise<void> {
  for (const { run_id, prompts, settings } of runs) {
    requireWords(run_id, prompts);
    requireUsefulRules(settings, place);
    requirePrice(settings, await modelFor(settings, run_id, place, 0));
  }
}

/** An empty prompt would be paid for, or refused by the provider, and says nothing. */
function requireWords(run_id: string, prompts: readonly string[]): void {
  if (prompts.some((prompt) => prompt.trim() === ''))
    throw fail('prompt_empty', { operation: 'plan', target: run_id });
}

/** A rule that never matches guards nothing, and nobody would know. */
function requireUsefulRules({ policy, workspace }: RunSettings, { root }: ModelPlace): void {
  const useless = uselessRule(policy, toolsOnPaths, resolve(root, workspace));
  if (useless === undefined) return;
  throw fail('rule_useless', { operation: 'plan', target: useless.rule, instead: useless.instead });
}

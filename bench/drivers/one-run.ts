// A session with one run, conducted by the loop: what the drivers that measure it share.

import { conductRun } from '../../packages/ctx/src/agent/conduct-run.js';
import { scriptedModel } from '../../packages/ctx/src/agent/models/script.js';
import { parseScript } from '../../packages/ctx/src/agent/models/script-file.js';
import type { Model } from '../../packages/ctx/src/agent/ports.js';
import { newState } from '../../packages/ctx/src/agent/state.js';
import type { PlannedRun } from '../../packages/ctx/src/protocol/records.js';
import type { createSession } from '../../packages/ctx/src/session/open.js';
import type { Clock } from '../../packages/ctx/src/time/clock.js';

export const settings: PlannedRun['settings'] = {
  model: 'script:s.yaml',
  workspace: '.',
  policy: { allow: [], deny: [], on_deny: 'tell' },
  budget: { max_model_calls_per_turn: 25 },
  match_limit: 5,
};

/** So many short questions. */
export function questions(turns: number): string[] {
  return Array.from({ length: turns }, (_, i) => `Question ${i}: what is the sum of ${i} and one?`);
}

/** A script that answers them. */
export function answering(prompts: readonly string[]): Model {
  const replies = prompts.map((_, i) => ({ say: `The answer to question ${i} is ${i + 1}.` }));
  return scriptedModel(parseScript(JSON.stringify({ model: 'script/1', replies }), 's.yaml'), 0);
}

export function openLog(log: ReturnType<typeof createSession>, planned: PlannedRun): void {
  log.append('session.opened', { format: 1, contract: 'session/v1', session_id: 's', runs: [planned] });
}

export async function conduct(
  planned: PlannedRun,
  model: Model,
  log: ReturnType<typeof createSession>,
  clock: Clock,
): Promise<void> {
  await conductRun({
    planned,
    state: newState(),
    model,
    tools: [],
    log,
    clock,
    cancel: new AbortController().signal,
    emit: () => {},
    route: () => ({ commands: [], tools: [] }),
    random: () => 0,
  });
}

// A run that another agent conducts: prompt by prompt, under the policy, the budgets and the deadline of its settings. What it does is
// in the log, and the log alone says how it ended.

import { advance } from '../agent/advance.js';
import { turnsLeft, wallTimeLeft } from '../agent/budget.js';
import { outcomeOf, type RunOutcome } from '../agent/conduct-run.js';
import { type Interruption, interruptionOf } from '../agent/interruption.js';
import { keepNow } from '../agent/keep-workspace.js';
import { noteOtherChanges } from '../agent/look-around.js';
import { openRunOf, type RunState } from '../agent/state.js';
import { digestOf } from '../disk/digest.js';
import { canonical } from '../protocol/json.js';
import type { Fence, PlannedRun, StopReason } from '../protocol/records.js';
import { turnResult } from '../session/tally.js';
import { conductTurn } from './conduct-turn.js';
import type { DrivenContext } from './driven-context.js';
import { endOpenRun } from './end-open-run.js';

export interface DrivenInput extends Omit<DrivenContext, 'run' | 'interruption'> {
  readonly planned: PlannedRun;
  /** How the run is fenced in, besides the policy of its settings. */
  readonly fence?: Fence | undefined;
  readonly cancel: AbortSignal;
  /** In the place of the deadline and of `cancel`, where a log says when a run was interrupted. */
  readonly interruption?: Interruption;
}

export async function conductDriven(input: DrivenInput): Promise<RunOutcome> {
  const left = openRunOf(input.state);
  // Whoever opened it is gone.
  if (left?.run_id === input.planned.run_id) {
    endOpenRun({ ...input, run: left, prompts: input.planned.prompts });
    return outcomeOf(left);
  }
  const run = opened(input);
  const interruption =
    input.interruption ?? interruptionOf(input.cancel, wallTimeLeft(run), input.clock.alarm);
  const context: DrivenContext = { ...input, run, interruption };
  try {
    let stop: StopReason = 'completed';
    for (const prompt of input.planned.prompts) {
      if (turnsLeft(run) < 1) stop = 'max_turns_reached';
      if (stop !== 'completed') break;
      await input.gate?.beforeCall(interruption.signal);
      stop = await oneTurn(context, prompt);
    }
    await closeRun(context, stop);
  } finally {
    interruption.release();
  }
  return outcomeOf(run);
}

function opened({ planned, state, agent, fence, log, clock }: DrivenInput): RunState {
  const { run_id, settings, continues, reopens } = planned;
  const { profile } = settings.policy;
  const kept = clock.deterministic ? 'deterministic' : 'live';
  const body = {
    run_id,
    agent: agent.agent,
    settings,
    pool: [],
    capture: { model: 'driven', tools: 'driven', clock: kept, ids: kept } as const,
    fence: {
      ...(profile !== undefined && { profile }),
      policy_digest: digestOf(canonical(settings.policy)),
      enforcement: [...agent.enforcement],
      ...fence,
    },
    ...(continues !== undefined && { continues }),
    ...(reopens && { reopens }),
  };
  advance(state, log.append('run.opened', body));
  const run = openRunOf(state);
  if (run?.run_id !== run_id) throw new TypeError(`run ${run?.run_id} is open, not ${run_id}`);
  return run;
}

async function oneTurn(context: DrivenContext, prompt: string): Promise<StopReason> {
  const { state, run, log } = context;
  await noteOtherChanges(context, 'outside');
  await keepNow(context);
  advance(state, log.append('turn.opened', { turn: run.turns.length + 1, prompt }));
  const { turn } = run;
  if (turn === undefined) throw new TypeError('a turn was opened');
  await log.settled();
  const stop_reason = await conductTurn(context, turn);
  await noteOtherChanges(context, 'turn');
  const result = turnResult(turn, stop_reason, turn.tally);
  await keepNow(context, () => {
    advance(state, log.append('turn.closed', { result }));
  });
  log.sync();
  await log.settled();
  return stop_reason;
}

async function closeRun({ state, run, log }: DrivenContext, stop_reason: StopReason): Promise<void> {
  const { run_id, tally } = run;
  advance(state, log.append('run.closed', { run_id, stop_reason, totals: { ...tally.totals } }));
  log.sync();
  await log.settled();
}

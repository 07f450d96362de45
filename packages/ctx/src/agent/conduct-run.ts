// A run from wherever its log stands to its end: decide, do, write it down, go on from what was written.

import { setImmediate } from 'node:timers/promises';
import type { Approver } from '../approve/question.js';
import { digestOf } from '../disk/digest.js';
import { canonical } from '../protocol/json.js';
import type {
  Agent,
  CaptureManifest,
  ContextPiece,
  Fence,
  PlannedRun,
  ServerState,
  StopReason,
  Totals,
  TurnResult,
} from '../protocol/records.js';
import type { Clock } from '../time/clock.js';
import { advance } from './advance.js';
import { askApproval } from './ask-approval.js';
import { askModel } from './ask-model.js';
import { requirePrice, wallTimeLeft } from './budget.js';
import { closeTurn, stopForBudget } from './close-turn.js';
import { conclude } from './conclude.js';
import { decide, type Step } from './decide.js';
import { answerMalformedCall, closeInterruptedCalls, denyCall, dispatchTools } from './dispatch-tools.js';
import { type Interruption, interruptionOf } from './interruption.js';
import { keepFiles, noteOtherChanges } from './look-around.js';
import type {
  Gate,
  Keeper,
  LiveEvent,
  Log,
  Model,
  Router,
  ShownEvent,
  Tool,
  WatchedWorkspace,
} from './ports.js';
import type { RunContext } from './run-context.js';
import { type ModelFailure, openRunOf, type RunState, type State } from './state.js';
import { type Pool, poolOf } from './tools/pool.js';

export interface RunInput {
  /** The settings count where the run is opened; an open run keeps those of its log. */
  readonly planned: PlannedRun;
  /** The run before this one, where its conversation goes on. */
  readonly continues?: string | undefined;
  /** Folded from the log as it stands. */
  readonly state: State;
  readonly model: Model;
  /** All there are; the policy decides which of them the model gets. */
  readonly tools: readonly Tool[];
  /** How the MCP servers are that some of the tools come from. */
  readonly servers?: readonly ServerState[];
  /** How the run is fenced in, besides the policy of its settings. */
  readonly fence?: Fence | undefined;
  /** What the model is told first; its text is in the settings. */
  readonly context?: readonly ContextPiece[] | undefined;
  /** Who conducts the run; in deterministic mode its version is left out. */
  readonly agent?: Agent;
  readonly log: Log;
  readonly clock: Clock;
  /** Its reason, where it is text, is the name of the signal. */
  readonly cancel: AbortSignal;
  /** In the place of the deadline and of `cancel`, where a log says when a run was interrupted. */
  readonly interruption?: Interruption;
  readonly gate?: Gate | undefined;
  /** Who is asked about calls that the policy wants somebody to be asked about; nobody where it is not there. */
  readonly approver?: Approver | undefined;
  readonly emit: (event: LiveEvent) => void;
  /** For somebody who watches; nothing where nobody does. */
  readonly show?: ((event: ShownEvent) => void) | undefined;
  readonly route: Router;
  /** In [0, 1): spreads the waits between retries, and decides nothing else. */
  readonly random: () => number;
  /** The workspace watched; nothing in a replay, whose log says what changed. */
  readonly surroundings?: WatchedWorkspace | undefined;
  /** Nothing where nobody can take the session over. */
  readonly keeper?: Keeper | undefined;
}

export interface RunOutcome {
  readonly run_id: string;
  readonly stop_reason: StopReason;
  readonly turns: readonly TurnResult[];
  /** How many of the turns, the oldest, have their texts only in the log. */
  readonly withoutTexts: number;
  readonly totals: Totals;
  /** What the model failed with, where that is why the run stopped. */
  readonly failure: ModelFailure | undefined;
}

export async function conductRun(input: RunInput): Promise<RunOutcome> {
  const { run, pool } = begin(input);
  const interruption =
    input.interruption ?? interruptionOf(input.cancel, wallTimeLeft(run), input.clock.alarm);
  const context = { ...input, run, pool, interruption, prompts: input.planned.prompts };
  try {
    for (;;) {
      const step = decide(run, context);
      if (step.do === 'end') break;
      await perform(step, context);
    }
  } finally {
    interruption.release();
  }
  return outcomeOf(run);
}

/** Of a run that is closed. */
export function outcomeOf({
  run_id,
  turns,
  tally,
  failure,
  stop_reason = 'completed',
}: RunState): RunOutcome {
  return {
    run_id,
    stop_reason,
    turns: turns.all,
    withoutTexts: turns.cleared,
    totals: tally.totals,
    failure,
  };
}

function begin(input: RunInput): { run: RunState; pool: Pool } {
  const { state, planned, model, tools } = input;
  if (openRunOf(state) === undefined) openRun(input);
  const run = state.run;
  if (run?.run_id !== planned.run_id)
    throw new TypeError(`run ${run?.run_id} is open, not ${planned.run_id}`);
  requirePrice(run.settings, model);
  return { run, pool: poolOf(tools, run.settings.policy, { opened: run.pool }) };
}

function openRun(input: RunInput): void {
  const { state, planned, continues, model, tools, servers = [], log, clock } = input;
  const { run_id, settings } = planned;
  const { profile } = settings.policy;
  const policy_digest = digestOf(canonical(settings.policy));
  const fence = { ...(profile !== undefined && { profile }), policy_digest, ...input.fence };
  const { agent = { name: 'ctx' } } = input;
  // A run that goes on has the settings of the one before it, and with them what that one was told.
  const context = input.context ?? (continues === undefined ? [] : (state.run?.context ?? []));
  requirePrice(settings, model);
  const canAsk = (rule: string) => input.approver?.via(rule) !== undefined;
  const pool = [...poolOf(tools, settings.policy, { canAsk }).entries];
  const kept = clock.deterministic ? 'deterministic' : 'live';
  const capture: CaptureManifest = { model: model.source, tools: 'live', clock: kept, ids: kept };
  const { price, contextTokens: context_tokens } = model;
  const body = {
    run_id,
    agent: clock.deterministic ? { name: agent.name } : agent,
    settings,
    pool,
    capture,
    ...(context.length > 0 && { context: [...context] }),
    ...(servers.length > 0 && { servers: [...servers] }),
    fence,
    ...(price !== undefined && { price }),
    ...(context_tokens !== undefined && { context_tokens }),
    ...(continues !== undefined && { continues }),
    ...(planned.reopens && { reopens: true as const }),
  };
  advance(state, log.append('run.opened', body));
}

function openTurn({ state, run, log, route }: RunContext, turn: number, prompt: string): void {
  const matches = route(prompt);
  const matched_commands = matches.commands.slice(0, run.settings.match_limit);
  const matched_tools = matches.tools.slice(0, run.settings.match_limit);
  const matched = {
    ...(matched_commands.length > 0 && { matched_commands }),
    ...(matched_tools.length > 0 && { matched_tools }),
  };
  advance(state, log.append('turn.opened', { turn, prompt, ...matched }));
}

async function perform(step: Exclude<Step, { do: 'end' }>, context: RunContext): Promise<void> {
  const { state, run, log } = context;
  switch (step.do) {
    case 'open_turn':
      await noteOtherChanges(context, 'outside');
      await keepFiles(context);
      openTurn(context, step.turn, step.prompt);
      return;
    case 'compact':
      advance(state, log.append('context.compacted', step.compaction));
      return;
    case 'ask':
      await askModel(context, step.max_output_tokens);
      // Signals and timers get their turn even where every answer is there at once.
      await setImmediate();
      return;
    case 'conclude':
      return conclude(context, step.turn, step.answer);
    case 'close_interrupted_calls':
      closeInterruptedCalls(context, step.calls);
      return;
    case 'answer_malformed_call':
      answerMalformedCall(context, step.call);
      return;
    case 'deny':
      denyCall(context, step.call, step.rule, step.reason);
      return;
    case 'ask_approval':
      return askApproval(context, step);
    case 'dispatch':
      return dispatchTools(context, step.dispatches);
    case 'stop_for_budget':
      stopForBudget(context);
      return;
    case 'close_turn':
      return closeTurn(context, step.turn, step.stop_reason);
    case 'close_run': {
      const {
        run_id,
        tally: { totals },
      } = run;
      advance(
        state,
        log.append('run.closed', { run_id, stop_reason: step.stop_reason, totals: { ...totals } }),
      );
      // Whoever hears that the run ended finds its end on the disk.
      log.sync();
      await log.settled();
    }
  }
}

// A run of another agent whose process is gone, ended by whoever takes the session over: its turn was interrupted, and what the agent
// remembered of it is lost. A replay comes through here, too.

import { advance } from '../agent/advance.js';
import { turnsLeft } from '../agent/budget.js';
import type { RunPorts } from '../agent/run-context.js';
import type { RunState } from '../agent/state.js';
import { wordsToModel } from '../agent/words-to-model.js';
import type { StopReason } from '../protocol/records.js';
import { countedIn } from '../session/tally.js';

type Ending = Pick<RunPorts, 'state' | 'log'> & {
  readonly run: RunState;
  /** All that it was to be given. */
  readonly prompts: readonly string[];
};

/** Whether the run can go on with another process: as long as it has come to no end of a turn, the agent has nothing to remember. */
export function needsMemory({ turns, turn }: RunState, prompts: readonly string[]): boolean {
  const isOver = turn === undefined && turns.length >= prompts.length;
  return turns.length > 0 && !isOver;
}

export function endOpenRun({ state, run, prompts, log }: Ending): void {
  const { turn } = run;
  if (turn !== undefined) {
    advance(state, log.append('turn.interrupted', { cause: 'gone', cancel_observed: false }));
    for (const [call_id, tool] of [...(turn.alone?.open ?? [])]) {
      const output = wordsToModel.interrupted();
      advance(
        state,
        log.append('tool.returned', { call_id, tool, output, is_error: true, interrupted: true }),
      );
    }
    const result = {
      turn: turn.turn,
      prompt: turn.prompt,
      output: turn.output,
      stop_reason: 'cancelled' as const,
      matched_commands: [],
      matched_tools: [],
      ...countedIn(turn.tally),
    };
    advance(state, log.append('turn.closed', { result }));
  }
  const { run_id, tally } = run;
  const stop_reason = turn === undefined ? stopBetweenTurns(run, prompts) : 'cancelled';
  advance(state, log.append('run.closed', { run_id, stop_reason, totals: { ...tally.totals } }));
}

/** Its last turn may have been all that there was to come. */
function stopBetweenTurns(run: RunState, prompts: readonly string[]): StopReason {
  const last = run.turns.all.at(-1)?.stop_reason ?? 'completed';
  if (last !== 'completed' || run.turns.length >= prompts.length) return last;
  return turnsLeft(run) < 1 ? 'max_turns_reached' : 'cancelled';
}

// Turns of captured runs, and how both end.

import type { StopReason } from '../protocol/records.js';
import { turnResult } from '../session/tally.js';
import type { CapturedLog } from './captured-log.js';
import type { CapturedRun } from './fold.js';
import { agentRun, inRun } from './runs.js';
import type { ToldEvent } from './told-event.js';

export function openTurn(log: CapturedLog, run: CapturedRun, prompt: string, redacted = 0): void {
  // Nobody told that the turn before it ended: the person interrupted it.
  closeTurn(log, run, 'cancelled', '');
  log.append('turn.opened', { turn: run.tally.totals.turns + 1, prompt, ...inRun(log, run) }, redacted);
}

/** Hooks may have been installed while the agent was at work. */
export function turnOf(log: CapturedLog, run: CapturedRun): void {
  if (run.turn !== undefined) return;
  const turn = run.tally.totals.turns + 1;
  log.append('turn.opened', { turn, prompt: '', derived: ['prompt'], ...inRun(log, run) });
}

export function closeAgent(log: CapturedLog, { event }: ToldEvent, output: string): void {
  const run = event.agent === undefined ? undefined : agentRun(log, event.agent);
  if (run !== undefined) closeRun(log, run, output, 'completed');
}

export function closeAll(log: CapturedLog): void {
  // Those that others started come after them.
  for (const run of Object.values(log.fold.agents).reverse()) closeRun(log, run, '', 'cancelled');
  if (log.fold.main !== undefined) closeRun(log, log.fold.main, '', 'cancelled');
}

function closeRun(log: CapturedLog, run: CapturedRun, output: string, stop: StopReason): void {
  closeTurn(log, run, stop, output);
  const { run_id, parent, stop: stop_reason } = run;
  const { totals } = run.tally;
  log.append('run.closed', { run_id, stop_reason, totals, ...(parent === undefined ? {} : { parent }) });
}

export function closeTurn(
  log: CapturedLog,
  run: CapturedRun | undefined,
  stop: StopReason,
  output: string,
): void {
  if (run?.turn === undefined) return;
  const its = inRun(log, run);
  for (const { call_id, tool } of [...run.calls])
    log.append('tool.returned', { call_id, tool, output: '', is_error: true, interrupted: true, ...its });
  const result = turnResult({ ...run.turn, output }, stop, run.tally.turn);
  log.append('turn.closed', { result, ...its });
}

// What a turn and a run say of themselves at their end, held against what their records add up to.

import type { RecordOf, StopReason } from '../../protocol/records.js';
import { countedIn } from '../../session/tally.js';
import type { Findings } from './findings.js';
import { overspent, type RunCheck, type TurnCheck } from './run-check.js';

export function checkTurnResult(
  run: RunCheck,
  turn: TurnCheck,
  { seq, result, redacted }: RecordOf<'turn.closed'>,
  findings: Findings,
): void {
  const expected = {
    turn: turn.turn,
    prompt: turn.prompt,
    // A secret may only show where the parts of an answer stand side by side.
    ...(redacted === undefined && (run.showsAnswers || run.isDriven) && { output: turn.output }),
    ...countedIn(turn.tally),
  };
  for (const name of untrueMembers(expected, result))
    findings.add('turn_result_untrue', seq, `the result’s ${name} does not match the turn’s records`);
  const stop = stopOf(run, turn);
  const isKnown = run.showsAnswers || run.isDriven || stop !== undefined;
  if (isKnown && result.stop_reason !== stop)
    findings.add(
      'stop_reason_untrue',
      seq,
      `the turn says ${result.stop_reason}, its records say ${stop ?? 'that it had not ended'}`,
    );
  const over = overspent(run);
  if (over !== undefined && result.stop_reason === 'completed')
    findings.add('budget_exceeded', seq, `the turn completed although the run had used ${over}`);
}

/** Why the turn ends, by its records alone. */
function stopOf(run: RunCheck, { answer, tally, finish }: TurnCheck): StopReason | undefined {
  const { stop, model_calls } = tally;
  if (stop !== undefined) return stop;
  if (run.isDriven) return stopOfDriven(run, finish, model_calls);
  if (answer?.finish === 'length' || answer?.finish === 'content_filter') return answer.finish;
  if (answer?.calls.all.length === 0) return 'completed';
  const most = run.settings.budget.max_model_calls_per_turn;
  return answer === undefined && model_calls >= most ? 'max_iterations_reached' : undefined;
}

/** Its last answer says how it ended, unless something came after it: then it had asked too often. */
function stopOfDriven(
  { settings: { budget } }: RunCheck,
  finish: string | undefined,
  model_calls: number,
): StopReason | undefined {
  if (finish === 'stop') return 'completed';
  if (finish === 'length' || finish === 'content_filter') return finish;
  return model_calls >= budget.max_model_calls_per_turn ? 'max_iterations_reached' : undefined;
}

export function checkRunResult(run: RunCheck, record: RecordOf<'run.closed'>, findings: Findings): void {
  const { seq, run_id, totals, stop_reason, parent } = record;
  if (run_id !== run.run_id)
    findings.add('run_not_open', seq, `it closes ${run_id}, but ${run.run_id} is open`);
  if (parent !== run.parent)
    findings.add('parent_unknown', seq, 'its parent is not the one that the run was opened with');
  for (const name of untrueMembers(run.tally.totals, totals))
    findings.add('totals_untrue', seq, `the total of ${name} does not match the run’s records`);
  const stop = runStopOf(run);
  if (stop_reason !== stop)
    findings.add(
      'stop_reason_untrue',
      seq,
      `the run says ${stop_reason}, its records say ${stop ?? 'that it had not ended'}`,
    );
}

function runStopOf({
  turns,
  lastStop,
  prompts,
  settings,
  tally: { known },
  earlier,
  isDriven,
  turn,
  resumedSinceTurn,
}: RunCheck): StopReason | undefined {
  if (lastStop !== 'completed') return lastStop;
  if (prompts === undefined || turns >= prompts.length) return 'completed';
  if (known.turns + earlier.turns >= (settings.budget.max_turns ?? Infinity)) return 'max_turns_reached';
  // Whoever took the session over could not go on with it.
  return isDriven && resumedSinceTurn && turn === undefined ? 'cancelled' : undefined;
}

function untrueMembers(expected: object, said: object): string[] {
  const there = new Map<string, unknown>(Object.entries(said));
  return Object.entries(expected)
    .filter(([name, value]) => !isSame(value, there.get(name)))
    .map(([name]) => name);
}

/** Members in another order are the same; the objects here have one level, and lists of such objects. */
function isSame(expected: unknown, said: unknown): boolean {
  if (Array.isArray(expected) && Array.isArray(said))
    return expected.length === said.length && expected.every((item, i) => isSame(item, said[i]));
  if (typeof expected === 'object' && expected !== null && typeof said === 'object' && said !== null)
    return untrueMembers(expected, said).length === 0;
  return expected === said;
}

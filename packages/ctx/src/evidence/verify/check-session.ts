// The rules of a whole session: runs that were planned, one after the other, each with turns in order and a true manifest.

import type { PlannedRun, RecordOf, SessionRecord, StopReason } from '../../protocol/records.js';
import { count, newTally, noTotals, sumOf } from '../../session/tally.js';
import { sandboxWords } from '../story/fence-words.js';
import { checkCapture, checkFence, checkTime } from './check-capture.js';
import { checkRunResult } from './check-results.js';
import { checkTurnRecord } from './check-turn.js';
import type { Findings } from './findings.js';
import { newTurnCheck, type RunCheck } from './run-check.js';

export interface CheckedRun {
  readonly run_id: string;
  readonly stop_reason: StopReason | 'open';
  /** How it was confined, in words; only a session says so. */
  readonly sandbox?: string;
}

export interface SessionCheck {
  readonly session_id: string;
  readonly runs: readonly CheckedRun[];
  take(record: SessionRecord): void;
  /** After the last record: what is still owed. `next` is the sequence number that would follow. */
  finish(next: number): void;
}

export function sessionCheck(findings: Findings): SessionCheck {
  const planned = new Map<string, PlannedRun>();
  const opened = new Set<string>();
  const runs: CheckedRun[] = [];
  let session_id = '';
  let hasParent = false;
  let run: RunCheck | undefined;
  let isOpen = false;
  let lastTime: number | undefined;

  function plan(record: RecordOf<'session.opened'> | RecordOf<'session.appended'>) {
    for (const added of record.runs) {
      if (planned.has(added.run_id))
        findings.add('run_repeated', record.seq, `the run ${added.run_id} is planned twice`);
      planned.set(added.run_id, added);
    }
  }

  function openRun(record: RecordOf<'run.opened'>) {
    const { seq, run_id, continues } = record;
    if (isOpen) findings.add('run_still_open', seq, `the run ${run?.run_id} was not closed`);
    if (!planned.has(run_id)) findings.add('run_not_planned', seq, `nobody planned the run ${run_id}`);
    if (opened.has(run_id)) findings.add('run_repeated', seq, `the run ${run_id} was opened before`);
    if (continues !== undefined && continues !== run?.run_id)
      findings.add('continues_unknown', seq, `${continues} is not the run before it`);
    checkCapture(record, hasParent, findings);
    checkFence(record, findings);
    opened.add(run_id);
    run = newRunCheck(record, planned.get(run_id)?.prompts, continues === undefined ? undefined : run);
    isOpen = true;
  }

  function closeRun(record: RecordOf<'run.closed'>, open: RunCheck) {
    if (open.turn !== undefined)
      findings.add('turn_still_open', record.seq, 'a turn of the run is still open');
    checkRunResult(open, record, findings);
    runs.push({ run_id: open.run_id, stop_reason: record.stop_reason, sandbox: sandboxWords(open.fence) });
    isOpen = false;
  }

  function takeInRun(record: Exclude<SessionRecord, { readonly type: `session.${string}` | 'run.opened' }>) {
    if (run === undefined || !isOpen) {
      findings.add('run_not_open', record.seq, `${record.type} stands outside any run`);
      return;
    }
    if (record.type === 'run.closed') closeRun(record, run);
    else if (record.type === 'turn.opened') openTurn(run, record, findings);
    else if (run.turn === undefined)
      findings.add('turn_not_open', record.seq, `${record.type} stands outside any turn`);
    else {
      checkTurnRecord(run, run.turn, record, findings);
      count(run.tally, record);
      if (record.type === 'turn.closed') {
        run.turns += 1;
        run.lastStop = record.result.stop_reason;
        run.turn = undefined;
      }
    }
  }

  function take(record: SessionRecord) {
    const time = Date.parse(record.at);
    const isDeterministic = isOpen && run?.clockIsDeterministic === true;
    if (lastTime !== undefined) checkTime(record.seq, time - lastTime, isDeterministic, findings);
    switch (record.type) {
      case 'session.opened':
        if (lastTime !== undefined)
          findings.add('session_opened_twice', record.seq, 'the session was open already');
        session_id = record.session_id;
        hasParent = 'parent' in record;
        plan(record);
        break;
      case 'session.appended':
        if (isOpen)
          findings.add('run_still_open', record.seq, `runs were added while ${run?.run_id} was open`);
        plan(record);
        break;
      case 'session.resumed':
        if (record.from_seq !== record.seq - 1 || record.from_hash !== record.prev)
          findings.add('resume_untrue', record.seq, 'it does not go on from the record before it');
        if (run !== undefined) {
          count(run.tally, record);
          run.resumedSinceAsking = true;
          if (isOpen) run.settings = record.settings ?? run.settings;
        }
        break;
      case 'session.repaired':
        if (record.after_seq !== record.seq - 1)
          findings.add('repair_untrue', record.seq, 'it does not speak of the record before it');
        break;
      case 'run.opened':
        openRun(record);
        break;
      default:
        takeInRun(record);
    }
    lastTime = time;
  }

  function finish(next: number) {
    const turn = isOpen ? run?.turn : undefined;
    if (turn?.asked !== undefined)
      findings.add('model_call_open', next, `model call ${turn.asked} has no answer`);
    for (const { call_id, state } of turn?.answer?.calls ?? [])
      if (state === 'requested') findings.add('tool_call_open', next, `the call ${call_id} has not returned`);
    if (turn !== undefined) findings.add('turn_open', next, `turn ${turn.turn} is not closed`);
    if (isOpen && run !== undefined) {
      findings.add('run_open', next, `the run ${run.run_id} is not closed`);
      runs.push({ run_id: run.run_id, stop_reason: 'open', sandbox: sandboxWords(run.fence) });
    }
    for (const run_id of planned.keys())
      if (!opened.has(run_id))
        findings.add('run_missing', next, `the run ${run_id} was planned and never opened`);
  }

  return {
    get session_id() {
      return session_id;
    },
    runs,
    take,
    finish,
  };
}

function newRunCheck(
  record: RecordOf<'run.opened'>,
  prompts: readonly string[] | undefined,
  continued: RunCheck | undefined,
): RunCheck {
  const { run_id, settings, pool, capture, fence = {} } = record;
  return {
    run_id,
    settings,
    fence,
    prompts,
    pool: new Set(pool.map(({ name }) => name)),
    clockIsDeterministic: capture.clock === 'deterministic',
    tally: newTally(record),
    earlier: continued === undefined ? noTotals() : sumOf(continued.earlier, continued.tally.totals),
    calls: 0,
    resumedSinceAsking: false,
    turns: 0,
    lastStop: 'completed',
    turn: undefined,
  };
}

function openTurn(run: RunCheck, record: RecordOf<'turn.opened'>, findings: Findings) {
  const { seq, turn, prompt, redacted } = record;
  if (run.turn !== undefined) findings.add('turn_still_open', seq, `turn ${run.turn.turn} was not closed`);
  if (turn !== run.turns + 1)
    findings.add('turn_out_of_order', seq, `turn ${turn} follows turn ${run.turns}`);
  // A prompt may have been redacted by the secrets of another day.
  if (redacted === undefined && run.prompts !== undefined && run.prompts[turn - 1] !== prompt)
    findings.add('prompt_not_planned', seq, 'its prompt is not the one that was planned');
  count(run.tally, record);
  const most = run.settings.budget.max_turns ?? Infinity;
  if (run.tally.totals.turns + run.earlier.turns > most)
    findings.add('budget_exceeded', seq, `the run has had its ${most} turns`);
  run.turn = newTurnCheck(turn, prompt, run.tally.turn);
}

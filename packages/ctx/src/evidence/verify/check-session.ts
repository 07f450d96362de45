// The rules of a whole session: runs that were planned, one after the other, each with turns in order and a true manifest.

import {
  isAside,
  type Origin,
  type PlannedRun,
  type RecordOf,
  type SessionRecord,
  type StopReason,
} from '../../protocol/records.js';
import type { LimitChange } from '../../session/limits.js';
import { count } from '../../session/tally.js';
import { sandboxWords } from '../story/fence-words.js';
import { asideCheck, type Noted } from './check-aside.js';
import { checkCapture, checkFence } from './check-capture.js';
import { checkGoingOn, checkResumption } from './check-going-on.js';
import { checkRunResult } from './check-results.js';
import { checkTime, timeOf } from './check-time.js';
import { checkTurnRecord, openTurn } from './check-turn.js';
import type { Findings } from './findings.js';
import { newRunCheck, type RunCheck } from './run-check.js';

export interface CheckedRun {
  readonly run_id: string;
  readonly stop_reason: StopReason | 'open';
  /** How it was confined, in words; only a session says so. */
  readonly sandbox?: string;
  /** Who conducted it, where that was not ctx. */
  readonly agent?: string;
}

export interface SessionCheck {
  readonly session_id: string;
  readonly origin: Origin | undefined;
  /** When its first record was written. */
  readonly began_at: string;
  readonly runs: readonly CheckedRun[];
  /** Findings that the session itself holds. */
  readonly noted: readonly Noted[];
  /** Where it was moved to, and did not come back from. */
  readonly moved_to: string | undefined;
  take(record: SessionRecord): void;
  /** After the last record: what is still owed. `next` is the sequence number that would follow. */
  finish(next: number): void;
}

type InRun = Exclude<SessionRecord, { readonly type: `session.${string}` | 'run.opened' }>;

export function sessionCheck(findings: Findings): SessionCheck {
  const planned = new Map<string, PlannedRun>();
  const opened = new Set<string>();
  /** The sessions of agents that ctx drove, as they call them. */
  const conversations = new Set<string>();
  const runs: CheckedRun[] = [];
  const asides = asideCheck(findings);
  let first: RecordOf<'session.opened'> | undefined;
  /** The last run without a parent, open or closed. */
  let run: RunCheck | undefined;
  let isOpen = false;
  /** Open runs that have a parent. */
  const subagents = new Map<string, RunCheck>();
  const approved = new Set<string>();
  /** Limits that a resume between two runs set otherwise. */
  let changed: readonly LimitChange[] = [];
  let lastTime: number | undefined;
  let lastType: string | undefined;

  function plan(record: RecordOf<'session.opened'> | RecordOf<'session.appended'>) {
    for (const added of record.runs) {
      if (planned.has(added.run_id))
        findings.add('run_repeated', record.seq, `the run ${added.run_id} is planned twice`);
      planned.set(added.run_id, added);
    }
  }

  function openRun(record: RecordOf<'run.opened'>) {
    const { seq, run_id, continues, parent, retells, agent, capture } = record;
    if (opened.has(run_id)) findings.add('run_repeated', seq, `the run ${run_id} was opened before`);
    if (retells !== undefined && !opened.has(retells))
      findings.add('retells_unknown', seq, `it retells run ${retells}, which was not opened before it`);
    const conversation = JSON.stringify([agent.name, agent.session_id]);
    if (agent.resumed && !conversations.has(conversation))
      findings.add('continues_unknown', seq, `no earlier run had the session that ${agent.name} resumed`);
    if (capture.model === 'driven' && agent.session_id !== undefined) conversations.add(conversation);
    checkCapture(record, { hasParent: first?.parent !== undefined, hasSources: asides.hasSources }, findings);
    checkFence(record, findings);
    if (parent !== undefined) openSubagent(record, parent.run_id);
    else {
      if (isOpen) findings.add('run_still_open', seq, `the run ${run?.run_id} was not closed`);
      if (!planned.has(run_id)) findings.add('run_not_planned', seq, `the run ${run_id} was not planned`);
      if (continues !== undefined && continues !== run?.run_id)
        findings.add('continues_unknown', seq, `${continues} is not the run before it`);
      const continued = continues === undefined ? undefined : run;
      const plannedRun = planned.get(run_id);
      checkGoingOn(record, continued, { plannedRun, limits: changed }, findings);
      changed = [];
      run = newRunCheck(record, plannedRun?.prompts, continued, approved);
      isOpen = true;
    }
    opened.add(run_id);
  }

  function openSubagent(record: RecordOf<'run.opened'>, parent: string) {
    if (!opened.has(parent))
      findings.add('parent_unknown', record.seq, `its parent, run ${parent}, was not opened before it`);
    if (record.continues !== undefined)
      findings.add('continues_unknown', record.seq, 'a run with a parent cannot continue another run');
    subagents.set(record.run_id, newRunCheck(record, undefined, undefined, approved));
  }

  function closeRun(record: RecordOf<'run.closed'>, open: RunCheck) {
    if (open.turn !== undefined)
      findings.add('turn_still_open', record.seq, 'a turn of the run is still open');
    checkRunResult(open, record, findings);
    runs.push(checked(open, record.stop_reason));
    if (open === run) isOpen = false;
    else subagents.delete(open.run_id);
  }

  /** Only what belongs to a run with a parent names it. */
  function runOf(record: InRun): RunCheck | undefined {
    const isSubagents =
      record.type === 'run.closed' ? record.parent !== undefined : record.run_id !== undefined;
    if (isSubagents) return subagents.get(record.run_id ?? '');
    return isOpen ? run : undefined;
  }

  function openRuns(): readonly RunCheck[] {
    return [...(isOpen && run !== undefined ? [run] : []), ...subagents.values()];
  }

  function takeInRun(record: InRun) {
    const open = runOf(record);
    if (isAside(record)) {
      asides.take(record, open);
      return;
    }
    if (open === undefined) {
      findings.add('run_not_open', record.seq, `${record.type} is outside any run`);
      return;
    }
    if (record.type === 'run.closed') closeRun(record, open);
    else if (record.type === 'turn.opened') openTurn(open, record, findings);
    else if (open.turn === undefined)
      findings.add('turn_not_open', record.seq, `${record.type} is outside any turn`);
    else {
      checkTurnRecord(open, open.turn, record, findings);
      count(open.tally, record);
      if (record.type === 'turn.closed') {
        open.turns += 1;
        open.lastStop = record.result.stop_reason;
        open.unfinished = open.lastStop === 'completed' ? undefined : open.turn;
        open.turn = undefined;
      }
    }
  }

  function take(record: SessionRecord) {
    const time = timeOf(record.at);
    const isDeterministic = isOpen && run?.clockIsDeterministic === true;
    checkTime(record.seq, time, lastTime, isDeterministic, findings);
    asides.checkPresence(record);
    switch (record.type) {
      case 'session.opened':
        if (first !== undefined)
          findings.add('session_opened_twice', record.seq, 'the session was open already');
        else asides.begin(record.origin);
        first ??= record;
        plan(record);
        break;
      case 'session.appended':
        // Who resumes an open run may add to what is planned before it goes on.
        if (isOpen && lastType !== 'session.resumed')
          findings.add('run_still_open', record.seq, `runs were added while ${run?.run_id} was open`);
        plan(record);
        break;
      case 'session.resumed':
        if (record.from_seq !== record.seq - 1 || record.from_hash !== record.prev)
          findings.add('resume_untrue', record.seq, 'it does not continue from the record before it');
        if (isOpen && run !== undefined) checkResumption(record, run, findings);
        else changed = record.limits ?? [];
        if (isOpen && run !== undefined) {
          count(run.tally, record);
          run.settings = record.settings ?? run.settings;
        }
        for (const open of openRuns()) {
          open.resumedSinceAsking = true;
          open.resumedSinceTurn = true;
        }
        break;
      case 'session.repaired':
        if (record.after_seq !== record.seq - 1)
          findings.add('repair_untrue', record.seq, 'it does not name the record before it');
        break;
      case 'session.moved':
        asides.move(record);
        break;
      case 'session.claimed':
        asides.claim(record);
        break;
      case 'run.opened':
        openRun(record);
        break;
      default:
        takeInRun(record);
    }
    if (!Number.isNaN(time)) lastTime = time;
    lastType = record.type;
  }

  function finish(next: number) {
    for (const open of openRuns()) {
      const { turn } = open;
      if (turn?.asked !== undefined)
        findings.add('model_call_open', next, `model call ${turn.asked} has no answer`);
      for (const { call_id, state } of turn?.answer?.calls.all ?? [])
        if (open.showsAnswers && state === 'requested')
          findings.add('tool_call_open', next, `the call ${call_id} has not returned`);
      if (turn !== undefined) findings.add('turn_open', next, `turn ${turn.turn} is not closed`);
      findings.add('run_open', next, `the run ${open.run_id} is not closed`);
      runs.push(checked(open, 'open'));
    }
    for (const run_id of planned.keys())
      if (!opened.has(run_id))
        findings.add('run_missing', next, `the run ${run_id} was planned, but never opened`);
  }

  return {
    get session_id() {
      return first?.session_id ?? '';
    },
    get origin() {
      return first?.origin;
    },
    get began_at() {
      return first?.at ?? '';
    },
    runs,
    noted: asides.noted,
    get moved_to() {
      return asides.movedTo;
    },
    take,
    finish,
  };
}

function checked({ run_id, fence, agent }: RunCheck, stop_reason: CheckedRun['stop_reason']): CheckedRun {
  return { run_id, stop_reason, sandbox: sandboxWords(fence, agent), ...(agent !== 'ctx' && { agent }) };
}

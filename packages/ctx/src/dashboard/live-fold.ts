// What a session that runs is doing just now, folded from its records.

import { callText, oneLine, visible } from '../approve/shown-call.js';
import { subjectText } from '../drive/foreign-uses.js';
import { shortened } from '../pages/said.js';
import { happenedAt, isOfSubagent, type RecordOf, type SessionRecord } from '../protocol/records.js';
import { newSums, type SessionSums, sumsOf, takeInSums } from '../session/session-sums.js';
import { count, newTally, noTotals, type RunTally } from '../session/tally.js';
import type { LiveCall, LiveSession } from './api.js';

/** A question that the log shows and that nobody has answered there. */
export interface LoggedQuestion {
  readonly run_id: string;
  readonly call_id: string;
  readonly tool: string;
  readonly rule: string;
  readonly via: string;
  readonly text: string;
  readonly left_out: number;
  readonly since: number;
}

export interface LiveFold {
  take(record: SessionRecord): void;
  sums(): SessionSums;
  live(): Omit<LiveSession, 'key' | 'text' | 'interruptible'> | undefined;
  questions(): readonly LoggedQuestion[];
}

export function liveFold(): LiveFold {
  const sums = newSums();
  const calls = new Map<string, LiveCall>();
  const inputs = new Map<string, unknown>();
  const questions = new Map<string, LoggedQuestion>();
  let run: RecordOf<'run.opened'> | undefined;
  let budget: LiveSession['budget'] = {};
  let model = '';
  let tally: RunTally | undefined;
  let turn: RecordOf<'turn.opened'> | undefined;
  let asking: number | undefined;
  let denials = 0;
  let seq = 0;

  function begin(record: RecordOf<'run.opened'>): void {
    run = record;
    budget = record.settings.budget;
    model = record.settings.model;
    tally = newTally(record);
    turn = undefined;
    denials = 0;
    forget();
  }
  /** Of a turn that is over nothing is under way. */
  function forget(): void {
    calls.clear();
    inputs.clear();
    questions.clear();
    asking = undefined;
  }

  return {
    take(record) {
      seq = record.seq;
      takeInSums(sums, record);
      if (record.type === 'run.opened' && record.parent === undefined) return begin(record);
      if (tally !== undefined && !isOfSubagent(record)) count(tally, record);
      switch (record.type) {
        case 'turn.opened':
          if (!isOfSubagent(record)) turn = record;
          return;
        case 'session.resumed':
          budget = record.settings?.budget ?? budget;
          model = record.settings?.model ?? model;
          return;
        case 'model.requested':
          asking = timeOf(record);
          return;
        case 'model.responded':
          asking = undefined;
          for (const part of record.content)
            if (part.type === 'tool_call') inputs.set(part.call_id, part.input);
          return;
        case 'model.failed':
          asking = undefined;
          return;
        case 'approval.requested':
          questions.set(record.call_id, questionOf(record, inputs.get(record.call_id), run?.run_id ?? ''));
          return;
        case 'approval.given':
          questions.delete(record.call_id);
          return;
        case 'tool.requested':
          calls.set(record.call_id, callOf(record));
          return;
        case 'tool.denied':
          denials += 1;
          return;
        case 'tool.returned':
          if (record.denied !== undefined) denials += 1;
          calls.delete(record.call_id);
          inputs.delete(record.call_id);
          return;
        case 'turn.closed':
        case 'turn.interrupted':
        case 'run.closed':
          if (!isOfSubagent(record)) forget();
      }
    },
    sums: () => sumsOf(sums),
    live() {
      if (run === undefined) return undefined;
      const opened = turn ?? run;
      return {
        run_id: run.run_id,
        agent: run.agent.name,
        model,
        turn: turn?.turn ?? 0,
        prompt: oneLine(turn?.prompt.trim().split('\n', 1)[0] ?? ''),
        since: timeOf(opened),
        ...(asking !== undefined && { asking: { since: asking } }),
        calls: [...calls.values()].slice(0, mostCalls),
        spent: tally?.totals ?? noTotals(),
        budget,
        denials,
        seq,
      };
    },
    questions: () => [...questions.values()],
  };
}

/** More at once nobody looks at. */
const mostCalls = 50;

function callOf(record: RecordOf<'tool.requested'>): LiveCall {
  const { call_id, tool, input } = record;
  return { call_id, tool, about: oneLine(subjectText(tool, input)), since: timeOf(record) };
}

function questionOf(record: RecordOf<'approval.requested'>, input: unknown, main: string): LoggedQuestion {
  const { call_id, tool, rule, via, shown, run_id = main } = record;
  const text = callText({ call_id, tool, input, rule, preview: shown });
  return {
    run_id,
    call_id,
    tool,
    rule,
    via,
    ...shortened(visible(text)),
    since: timeOf(record),
  };
}

function timeOf(record: SessionRecord): number {
  return Date.parse(happenedAt(record));
}

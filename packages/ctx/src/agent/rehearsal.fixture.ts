// For tests: a run against a script, with a log in memory that links nothing and keeps what a real one would keep.

import { Check } from 'typebox/schema';
import { canonical } from '../protocol/json.js';
import {
  type Budget,
  genesis,
  type PlannedRun,
  type Policy,
  type RecordBodies,
  type RecordOf,
  type RecordType,
  recordSchema,
  type SessionRecord,
} from '../protocol/records.js';
import { redactedStreams } from '../session/redact-stream.js';
import { advance } from './advance.js';
import { conductRun, type RunInput } from './conduct-run.js';
import { scriptedModel } from './models/script.js';
import { parseScript } from './models/script-file.js';
import type { LiveEvent, Log, Model, Tool } from './ports.js';
import { schemaErrors } from './schema-check.js';
import { newState, openRunOf, type State } from './state.js';

export interface MemoryLog extends Log {
  readonly records: SessionRecord[];
  /** How many records there were at each sync. */
  readonly syncs: number[];
}

interface Circumstances {
  /** The append that throws, as if the process were killed. */
  readonly dieAt?: number;
  /** The time of each record, in milliseconds. */
  readonly time?: (seq: number) => number;
}

/** Every `secret` is replaced. */
export function memoryLog(
  earlier: readonly SessionRecord[] = [],
  circumstances: Circumstances = {},
): MemoryLog {
  const { dieAt = Infinity, time = (seq) => seq } = circumstances;
  const records = [...earlier];
  const syncs: number[] = [];
  const hide = (text: string) => text.replaceAll('secret', '[hidden]');
  return {
    records,
    syncs,
    append<K extends RecordType>(type: K, body: RecordBodies[K], alreadyRedacted = 0): RecordOf<K> {
      const seq = records.length;
      if (seq >= dieAt) throw new Error('killed');
      const kept: RecordBodies[K] = JSON.parse(hide(canonical(body)));
      const at = new Date(time(seq)).toISOString();
      const counted = alreadyRedacted > 0 && { redacted: alreadyRedacted };
      const record = { at, hash: genesis, prev: genesis, seq, type, ...counted, ...kept };
      records.push(JSON.parse(JSON.stringify(record)));
      return record;
    },
    together: (work) => work(),
    redact: (text) => ({ text: hide(text), count: text.split('secret').length - 1 }),
    redactStream: redactedStreams(hide, ['secret']),
    sync: () => syncs.push(records.length),
    settled: async () => {},
  };
}

export interface Rehearsal {
  readonly script?: string;
  readonly model?: Model;
  readonly prompts?: readonly string[];
  readonly policy?: Partial<Policy>;
  readonly budget?: Partial<Budget>;
  readonly settings?: Partial<PlannedRun['settings']>;
  readonly tools?: readonly Tool[];
  readonly log?: MemoryLog;
  readonly run_id?: string;
  readonly continues?: string;
  readonly cancel?: AbortSignal;
  readonly live?: Partial<Pick<RunInput, 'clock' | 'random' | 'route' | 'approver'>>;
}

/** Opens the run, or goes on where the records of `log` stop. Every record is held against its schema. */
export async function rehearse(rehearsal: Rehearsal) {
  const log = rehearsal.log ?? memoryLog();
  const state = fold(log.records);
  const events: LiveEvent[] = [];
  const outcome = await conductRun({
    planned: plannedRun(rehearsal),
    continues: rehearsal.continues,
    state,
    model: rehearsal.model ?? scriptOf(rehearsal.script ?? '', openRunOf(state)?.tally.answers ?? 0),
    tools: rehearsal.tools ?? [],
    log,
    clock: { now: () => 0, deterministic: true },
    cancel: rehearsal.cancel ?? new AbortController().signal,
    emit: (event) => events.push(event),
    route: () => ({ commands: [], tools: [] }),
    random: () => 0,
    ...rehearsal.live,
  });
  for (const record of log.records) {
    const fits: boolean = Check(recordSchema(record.type), record);
    if (fits) continue;
    const reasons = await schemaErrors(recordSchema(record.type), record);
    throw new Error(`${record.type}: ${reasons.join('; ')}`);
  }
  return { outcome, state, log, records: log.records, events, types: log.records.map(({ type }) => type) };
}

export function fold(records: readonly SessionRecord[]): State {
  const state = newState();
  for (const record of records) advance(state, record);
  return state;
}

export function scriptOf(replies: string, answered = 0): Model {
  return scriptedModel(parseScript(`model: script/1\n${replies}`, 'test.script.yaml'), answered);
}

export function recordsOf<K extends RecordType>(records: readonly SessionRecord[], type: K): RecordOf<K>[] {
  return records.filter(
    (record): record is Extract<SessionRecord, { type: K }> & RecordOf<K> => record.type === type,
  );
}

/** A tool that answers at once, with what its input says. */
export function echoTool(name: string, readOnly = true): Tool {
  return {
    name,
    description: 'Says what it is given.',
    input: { type: 'object', properties: { say: { type: 'string' } }, required: ['say'] },
    readOnly,
    subject: { field: 'say', kind: 'text' },
    run: async (input) => ({ output: `${name}: ${JSON.stringify(input)}`, is_error: false }),
  };
}

function plannedRun({ run_id = 'r1', prompts = ['Go.'], policy, budget, settings }: Rehearsal): PlannedRun {
  return {
    run_id,
    prompts: [...prompts],
    settings: {
      model: 'script:test.script.yaml',
      workspace: '.',
      policy: { allow: [], deny: [], on_deny: 'tell', ...policy },
      budget: { max_model_calls_per_turn: 25, ...budget },
      match_limit: 5,
      ...settings,
    },
  };
}

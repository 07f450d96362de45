// The recorded model: the answers of another session, call after call, as if its model were asked again.

import { fail } from '../../protocol/codes.js';
import type { RecordOf, SessionRecord } from '../../protocol/records.js';
import { readWhole } from '../../session/read-whole.js';
import type { Model, ModelAnswer } from '../ports.js';

type Recorded = RecordOf<'model.responded'> | RecordOf<'model.failed'>;

export interface Recording {
  readonly path: string;
  /** The last record that counts; what was appended later does not. The whole session, where nothing is said. */
  readonly head: string | undefined;
  /** The run that asks: it gets the answers of the run of that name, or of all runs where there is none. */
  readonly run_id: string;
}

/** `answered`: how many of the answers the log of the run already holds. */
export function recordedModel({ path, head, run_id }: Recording, answered: number): Model {
  const records = upTo(head, path);
  const { answers, price, context_tokens } = answersFor(run_id, records);
  let next = answered;
  return {
    name: 'replay',
    source: 'recorded',
    price,
    contextTokens: context_tokens,
    async call(_, { onText, onThought }) {
      const recorded = answers[next++];
      if (recorded === undefined) return pastTheEnd(answers.length);
      if (recorded.type === 'model.failed') return failureOf(recorded);
      for (const part of recorded.content) {
        if (part.type === 'text') onText(part.text);
        if (part.type === 'reasoning') onThought?.(part.text);
      }
      const { content, finish, usage, response_id: id, response_model: model, warnings } = recorded;
      return {
        kind: 'responded',
        content,
        finish,
        usage: usage ?? undefined,
        response: { id, model },
        ...(warnings && { warnings }),
      };
    },
    leftOver() {
      const left = answers.length - next;
      return left > 0
        ? `The recording holds ${answers.length} answers, and ${left} of them were not asked for.`
        : undefined;
    },
  };
}

function upTo(head: string | undefined, path: string): readonly SessionRecord[] {
  const { records } = readWhole(path);
  if (head === undefined) return records;
  const last = records.findIndex(({ hash }) => hash === head);
  if (last === -1) throw fail('recording_changed', { operation: 'plan', target: path });
  return records.slice(0, last + 1);
}

function answersFor(run_id: string, records: readonly SessionRecord[]) {
  const runs = records.filter((record) => record.type === 'run.opened');
  const named = runs.find((run) => run.run_id === run_id);
  const { price, context_tokens } = named ?? runs[0] ?? {};
  const answers: Recorded[] = [];
  let current: string | undefined;
  for (const record of records) {
    if (record.type === 'run.opened') current = record.run_id;
    if (record.type !== 'model.responded' && record.type !== 'model.failed') continue;
    if (isAnswer(record) && (named === undefined || current === run_id)) answers.push(record);
  }
  return { answers, price, context_tokens };
}

/** What a script or a recording still expected was no answer to anything. */
function isAnswer(record: Recorded): boolean {
  return record.type === 'model.responded' || record.failure !== 'script';
}

function failureOf(recorded: RecordOf<'model.failed'>): ModelAnswer {
  const { failure, status, retry_after_ms, retryable, message } = recorded;
  return {
    kind: 'failed',
    failure,
    retryable,
    message,
    ...(status !== undefined && { status }),
    ...(retry_after_ms !== undefined && { retry_after_ms }),
  };
}

function pastTheEnd(answers: number): ModelAnswer {
  const message = `The recording holds ${answers} answers, and one more was asked for.`;
  return { kind: 'failed', failure: 'script', retryable: false, message };
}

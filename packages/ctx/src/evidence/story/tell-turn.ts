// One record of a turn into the turn's story.

import { canonical } from '../../protocol/json.js';
import { memberOf } from '../../protocol/members.js';
import type { ModelPart, RecordOf, SessionRecord } from '../../protocol/records.js';
import { ownText } from '../../text/clip.js';
import type { Clipper } from './clip.js';
import type { FileIntent, FilesSeen } from './file-changes.js';
import type { CallStep, Mark, RunStory, TurnStory } from './story.js';

export interface TurnTelling {
  readonly run: RunStory;
  readonly turn: TurnStory;
  readonly clip: Clipper;
  readonly files: FilesSeen;
  /** When the model was asked last. */
  readonly asked: Mark;
  /** Calls of the turn that have not returned, by call id. */
  readonly calls: Map<string, CallStep[]>;
  /** What the calls that are under way mean to do with files, by call id. */
  readonly intents: Map<string, FileIntent>;
}

type InTurn = Exclude<
  SessionRecord,
  {
    readonly type:
      | 'session.opened'
      | 'session.appended'
      | 'run.opened'
      | 'run.closed'
      | 'turn.opened'
      | 'model.requested';
  }
>;

export function takeInTurn(telling: TurnTelling, record: InTurn, mark: Mark): void {
  const { turn, clip } = telling;
  switch (record.type) {
    case 'model.responded':
      takeAnswer(telling, record, mark);
      return;
    case 'model.failed': {
      const { call, failure, status, will_retry, message } = record;
      turn.steps.push({
        kind: 'failure',
        ...mark,
        call,
        asked: telling.asked,
        failure,
        ...(status !== undefined && { status }),
        will_retry,
        message: clip(message),
      });
      return;
    }
    case 'tool.requested': {
      const call = openCall(telling, record.call_id, 'pending') ?? toldCall(telling, record, mark);
      Object.assign(call, { decision: 'allowed', started: mark });
      const intent = intentOf(record);
      if (intent !== undefined) telling.intents.set(record.call_id, intent);
      return;
    }
    case 'approval.given': {
      const { answer, by, via, scope } = record;
      // Hooks tell of an approval when the call has begun.
      const call =
        openCall(telling, record.call_id, 'pending') ?? openCall(telling, record.call_id, 'allowed');
      if (call !== undefined) Object.assign(call, { approval: { ...mark, answer, by, via, scope } });
      turn.steps.push({ kind: 'event', ...mark, record });
      return;
    }
    case 'tool.denied': {
      const call = openCall(telling, record.call_id, 'pending') ?? toldCall(telling, record, mark);
      const denial = { ...mark, rule: record.rule, reason: record.reason };
      Object.assign(call, { decision: 'denied', denial });
      return;
    }
    case 'tool.returned':
      takeReturn(telling, record, mark);
      return;
    case 'usage.reported':
      spent(telling.run, mark);
      return;
    case 'turn.closed': {
      const { prompt: _, output, ...result } = record.result;
      turn.closed = { ...mark, result, output: clip(output) };
      return;
    }
    default:
      turn.steps.push({ kind: 'event', ...mark, record });
  }
}

function takeAnswer(
  { run, turn, clip, asked, calls }: TurnTelling,
  record: RecordOf<'model.responded'>,
  mark: Mark,
) {
  const { call, content, finish, usage, cost_microusd } = record;
  const texts = content.flatMap((part) =>
    part.type === 'text' || part.type === 'reasoning' ? [{ of: part.type, clip: clip(part.text) }] : [],
  );
  turn.steps.push({ kind: 'answer', ...mark, call, asked, texts, finish, usage, cost_microusd });
  for (const part of content) {
    const step = callOf(part, mark, clip);
    if (step === undefined) continue;
    turn.steps.push(step);
    calls.set(step.call_id, [...(calls.get(step.call_id) ?? []), step]);
  }
  spent(run, mark);
}

function spent({ known, spending }: TurnTelling['run'], { at }: Mark): void {
  const { input_tokens, output_tokens, cost_microusd } = known;
  spending.push({ at, input_tokens, output_tokens, cost_microusd });
}

/** A call that no answer asked for: of a captured session only what hooks saw is known. */
function toldCall(
  { turn, clip, calls }: TurnTelling,
  { call_id, tool, input }: RecordOf<'tool.requested'> | RecordOf<'tool.denied'>,
  mark: Mark,
): CallStep {
  const about = subjectOf(input);
  const step: CallStep = {
    kind: 'call',
    ...mark,
    call_id,
    tool,
    input: clip(canonical(input)),
    about,
    decision: 'pending',
  };
  turn.steps.push(step);
  calls.set(call_id, [...(calls.get(call_id) ?? []), step]);
  return step;
}

function callOf(part: ModelPart, mark: Mark, clip: Clipper): CallStep | undefined {
  if (part.type !== 'tool_call' && part.type !== 'malformed_call') return undefined;
  const { call_id, tool } = part;
  const isJson = part.type === 'tool_call';
  const input = clip(isJson ? canonical(part.input) : part.input_text);
  const about = isJson ? subjectOf(part.input) : '';
  return {
    kind: 'call',
    ...mark,
    call_id,
    tool,
    input,
    about,
    decision: isJson ? 'pending' : 'malformed',
  };
}

const subjects = ['command', 'path', 'file_path', 'url', 'query', 'pattern', 'name'];

function subjectOf(input: unknown): string {
  const found = subjects.map((name) => memberOf(input, name)).find((value) => typeof value === 'string');
  return typeof found === 'string' ? ownText(found.slice(0, 300).toWellFormed()) : '';
}

function openCall(
  { calls }: TurnTelling,
  call_id: string,
  decision: CallStep['decision'],
): CallStep | undefined {
  return calls.get(call_id)?.find((step) => step.decision === decision);
}

/** What a call that is let through will do with a file, as far as we know its tool. */
function intentOf({ seq, tool, input }: RecordOf<'tool.requested'>): FileIntent | undefined {
  const path = memberOf(input, 'path');
  if (typeof path !== 'string') return undefined;
  const content = memberOf(input, 'content');
  const from = memberOf(input, 'old_string');
  const to = memberOf(input, 'new_string');
  const isPart = memberOf(input, 'offset') !== undefined || memberOf(input, 'limit') !== undefined;
  if (tool === 'write' && typeof content === 'string')
    return { seq, path, doing: { kind: 'write', content } };
  if (tool === 'edit' && typeof from === 'string' && typeof to === 'string')
    return { seq, path, doing: { kind: 'edit', from, to, all: memberOf(input, 'replace_all') === true } };
  return tool === 'read' && !isPart ? { seq, path, doing: { kind: 'read' } } : undefined;
}

function takeReturn(telling: TurnTelling, record: RecordOf<'tool.returned'>, mark: Mark): void {
  const { run, clip, files, intents, calls } = telling;
  const { call_id, output, is_error, interrupted, exit_code, truncated, denied } = record;
  const call = openCall(telling, call_id, 'allowed') ?? openCall(telling, call_id, 'malformed');
  if (call === undefined) return;
  const others = (calls.get(call_id) ?? []).filter((other) => other !== call);
  if (others.length === 0) calls.delete(call_id);
  else calls.set(call_id, others);
  call.returned = {
    ...mark,
    output: clip(output),
    is_error,
    interrupted: interrupted === true,
    ...(exit_code !== undefined && { exit_code }),
    ...(truncated !== undefined && { truncated }),
  };
  // What the input led to was denied only when it was opened.
  if (denied !== undefined) Object.assign(call, { decision: 'denied', denial: { ...mark, ...denied } });
  const intent = intents.get(call_id);
  intents.delete(call_id);
  if (intent === undefined || is_error || interrupted === true) return;
  files.took(intent, run.settings.workspace, output, truncated === undefined, run);
}

// A script: the replies of a model, call after call, from a YAML file. Nothing in it is guessed or skipped.

import { createHash } from 'node:crypto';
import { load, YAMLException } from 'js-yaml';
import { readText } from '../../disk/read.js';
import { fail } from '../../protocol/codes.js';
import type { Finish, Usage } from '../../protocol/records.js';
import type { Price } from '../ports.js';
import { type Expectation, parseJsonPath } from './expectation.js';
import { Fields } from './script-fields.js';

export interface Script {
  readonly replies: readonly Reply[];
  readonly price: Price | undefined;
  readonly contextTokens: number | undefined;
}

export interface Reply {
  readonly expect: Expectation;
  readonly delay_ms: number;
  readonly answer: ScriptedAnswer;
}

export type ScriptedAnswer =
  | {
      readonly kind: 'say';
      readonly text: string;
      readonly calls: readonly ScriptedCall[];
      readonly finish: Finish;
      readonly usage: Usage;
    }
  | { readonly kind: 'status'; readonly status: number; readonly retry_after_ms: number | undefined }
  | { readonly kind: 'cut_off'; readonly text: string }
  | { readonly kind: 'hang'; readonly ignoreCancel: boolean };

interface ScriptedCall {
  readonly tool: string;
  readonly id: string | undefined;
  readonly input: { readonly json: unknown } | { readonly text: string };
}

/** The script and the digest of its bytes, which a run's settings hold. */
export function readScript(path: string): { readonly script: Script; readonly digest: string } {
  const text = readText(path);
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  return { script: parseScript(text, path), digest };
}

export function parseScript(text: string, file: string): Script {
  const top = new Fields(file, 'the script', loadYaml(text, file), [
    'model',
    'replies',
    'price',
    'context_tokens',
  ]);
  if (top.text('model') !== 'script/1') throw top.wrong('must have `script/1` as `model`');
  if (!top.has('replies')) throw top.wrong('must have `replies`');
  return {
    replies: top.items('replies').map((reply, index) => replyOf(top, reply, `reply ${index + 1}`)),
    price: priceOf(top.inner('price', ['input_usd_per_mtok', 'output_usd_per_mtok'])),
    contextTokens: top.count('context_tokens'),
  };
}

/** Aliases are refused: a few of them unfold into more than any memory holds. */
function loadYaml(text: string, file: string): unknown {
  try {
    return load(text, { maxAliases: 0 });
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const place = cause.mark === undefined ? 'the script' : `line ${cause.mark.line + 1}`;
    const reason = `is not YAML: ${cause.reason}`;
    throw fail('script_invalid', { operation: 'read script', target: file, place, reason, cause });
  }
}

function priceOf(price: Fields | undefined): Price | undefined {
  if (price === undefined) return undefined;
  const microdollars = (key: string) => Math.ceil(price.amount(key) * 1_000_000);
  return { input: microdollars('input_usd_per_mtok'), output: microdollars('output_usd_per_mtok') };
}

/** What a reply may answer with. Each goes alone, but for the pairs that say so. */
const answers = ['say', 'call', 'fault', 'refuse', 'hang'] as const;
const pairs = ['say+call', 'say+fault', 'call+fault', 'say+call+fault'];

function replyOf(top: Fields, value: unknown, place: string): Reply {
  const reply = top.item(place, value, ['expect', 'usage', 'delay_ms', 'finish', ...answers]);
  const given = answers.filter((key) => reply.has(key));
  if (given.length === 0) throw reply.wrong(`must have one of ${answers.join(', ')}`);
  if (given.length > 1 && !pairs.includes(given.join('+'))) {
    throw reply.wrong(`cannot have ${given.join(' and ')} together`);
  }
  return {
    expect: expectationOf(reply),
    delay_ms: reply.count('delay_ms') ?? 0,
    answer: answerOf(top, reply, place),
  };
}

function answerOf(top: Fields, reply: Fields, place: string): ScriptedAnswer {
  const text = reply.text('say') ?? '';
  const fault = reply.value('fault');
  if (reply.has('hang')) return hangOf(reply);
  if (typeof fault === 'object') return statusOf(reply);
  if (fault === 'cut_off') {
    if (text === '' || reply.has('call')) throw reply.wrong('must have `say`, and no `call`, to be cut off');
    return { kind: 'cut_off', text };
  }
  if (fault !== undefined && fault !== 'malformed_call') {
    throw reply.wrong('must have `cut_off`, `malformed_call` or a `status` as `fault`');
  }
  const calls = reply.items('call').map((call, index) => callOf(top, call, `${place}, call ${index + 1},`));
  if (calls.some(({ input }) => 'text' in input) !== (fault === 'malformed_call')) {
    throw reply.wrong('must have both `fault: malformed_call` and a call with `input_text`, or neither');
  }
  const refusal = reply.text('refuse');
  const usage = usageOf(reply);
  if (refusal !== undefined)
    return { kind: 'say', text: refusal, calls: [], finish: 'content_filter', usage };
  return { kind: 'say', text, calls, finish: finishOf(reply, calls), usage };
}

function finishOf(reply: Fields, calls: readonly ScriptedCall[]): Finish {
  const finish = reply.text('finish');
  if (finish === undefined) return calls.length > 0 ? 'tool_calls' : 'stop';
  if (finish !== 'length') throw reply.wrong('can only have `length` as `finish`');
  return finish;
}

function hangOf(reply: Fields): ScriptedAnswer {
  const hang = reply.value('hang');
  if (hang !== true && hang !== 'ignore_cancel')
    throw reply.wrong('must have true or `ignore_cancel` as `hang`');
  return { kind: 'hang', ignoreCancel: hang === 'ignore_cancel' };
}

function statusOf(reply: Fields): ScriptedAnswer {
  const fault = reply.inner('fault', ['status', 'retry_after']);
  const status = fault?.count('status');
  if (fault === undefined || status === undefined || status < 400 || status > 599) {
    throw reply.wrong('must have a status from 400 to 599 in `fault`');
  }
  if (reply.has('say') || reply.has('call')) throw reply.wrong('cannot have a status and an answer together');
  const seconds = fault.has('retry_after') ? fault.amount('retry_after') : undefined;
  return {
    kind: 'status',
    status,
    retry_after_ms: seconds === undefined ? undefined : Math.ceil(seconds * 1000),
  };
}

function callOf(top: Fields, value: unknown, place: string): ScriptedCall {
  const call = top.item(place, value, ['tool', 'input', 'input_text', 'id']);
  const tool = call.text('tool');
  if (tool === undefined) throw call.wrong('must have `tool`');
  const text = call.text('input_text');
  if (text !== undefined && call.has('input'))
    throw call.wrong('cannot have `input` and `input_text` together');
  return {
    tool,
    id: call.text('id'),
    input: text === undefined ? { json: call.value('input') ?? {} } : { text },
  };
}

function usageOf(reply: Fields): Usage {
  const usage = reply.inner('usage', ['input_tokens', 'output_tokens']);
  return {
    input_tokens: usage?.count('input_tokens') ?? 0,
    output_tokens: usage?.count('output_tokens') ?? 0,
  };
}

function expectationOf(reply: Fields): Expectation {
  const expect = reply.inner('expect', ['contains', 'equals', 'matches']);
  if (expect === undefined) return {};
  const matches = expect.inner('matches', ['path', 'value']);
  const path = parseJsonPath(matches?.text('path') ?? '');
  if (matches !== undefined && (path === undefined || path.steps.length === 0 || !matches.has('value'))) {
    throw matches.wrong('must have a `path` like `messages[-1].text` and the `value` that should be there');
  }
  return {
    contains: expect.text('contains'),
    equals: expect.text('equals'),
    matches:
      matches === undefined || path === undefined ? undefined : { path, value: matches.value('value') },
  };
}

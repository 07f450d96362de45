// A script: the replies of a model, call after call, from a YAML file. Nothing in it is guessed or skipped.

import { digestOf } from '../../disk/digest.js';
import { readBytes } from '../../disk/read.js';
import { parseDocument } from '../../document/read-document.js';
import { fail } from '../../protocol/codes.js';
import type { Finish, Usage } from '../../protocol/records.js';
import type { Price } from '../ports.js';
import { type Expectation, parseJsonPath } from './expectation.js';
import {
  type CallDocument,
  type ReplyDocument,
  type ScriptDocument,
  scriptDocument,
} from './script-document.js';

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
  const bytes = readBytes(path);
  return { script: parseScript(bytes.toString(), path), digest: digestOf(bytes) };
}

export function parseScript(text: string, file: string): Script {
  const { replies, price, context_tokens } = parseDocument(
    text,
    file,
    scriptDocument,
    'the schema: `ctx schema script`',
  );
  return {
    replies: replies.map((reply, index) => replyOf(reply, wrongIn(file, `reply ${index + 1}`))),
    price: priceOf(price),
    contextTokens: context_tokens,
  };
}

type Wrong = (reason: string) => Error;

function wrongIn(file: string, place: string): Wrong {
  return (reason) => fail('script_invalid', { operation: 'read script', target: file, place, reason });
}

function priceOf(price: ScriptDocument['price']): Price | undefined {
  if (price === undefined) return undefined;
  const microdollars = (dollars: number) => Math.ceil(dollars * 1_000_000);
  return { input: microdollars(price.input_usd_per_mtok), output: microdollars(price.output_usd_per_mtok) };
}

/** What a reply may answer with. Each goes alone, but for the pairs that say so. */
const answers = ['say', 'call', 'fault', 'refuse', 'hang'] as const;
const pairs = ['say+call', 'say+fault', 'call+fault', 'say+call+fault'];

function replyOf(reply: ReplyDocument, wrong: Wrong): Reply {
  const given = answers.filter((key) => reply[key] !== undefined);
  if (given.length === 0) throw wrong(`must have one of ${answers.join(', ')}`);
  if (given.length > 1 && !pairs.includes(given.join('+')))
    throw wrong(`cannot have ${given.join(' and ')} together`);
  return {
    expect: expectationOf(reply.expect, wrong),
    delay_ms: reply.delay_ms ?? 0,
    answer: answerOf(reply, wrong),
  };
}

function answerOf(reply: ReplyDocument, wrong: Wrong): ScriptedAnswer {
  const {
    say: text = '',
    call = [],
    fault,
    hang,
    refuse,
    usage: { input_tokens = 0, output_tokens = 0 } = {},
  } = reply;
  if (hang !== undefined) return { kind: 'hang', ignoreCancel: hang === 'ignore_cancel' };
  if (typeof fault === 'object') return statusOf(fault, reply, wrong);
  if (fault === 'cut_off') {
    if (text === '' || reply.call !== undefined) throw wrong('must have `say`, and no `call`, to be cut off');
    return { kind: 'cut_off', text };
  }
  const calls = call.map((one) => callOf(one, wrong));
  if (calls.some(({ input }) => 'text' in input) !== (fault === 'malformed_call')) {
    throw wrong('must have both `fault: malformed_call` and a call with `input_text`, or neither');
  }
  const usage = { input_tokens, output_tokens };
  if (refuse !== undefined) return { kind: 'say', text: refuse, calls: [], finish: 'content_filter', usage };
  const finish = reply.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  return { kind: 'say', text, calls, finish, usage };
}

type StatusFault = Extract<ReplyDocument['fault'], object>;

function statusOf({ status, retry_after }: StatusFault, reply: ReplyDocument, wrong: Wrong): ScriptedAnswer {
  if (reply.say !== undefined || reply.call !== undefined)
    throw wrong('cannot have a status and an answer together');
  return {
    kind: 'status',
    status,
    retry_after_ms: retry_after === undefined ? undefined : Math.ceil(retry_after * 1000),
  };
}

function callOf({ tool, id, input, input_text }: CallDocument, wrong: Wrong): ScriptedCall {
  if (input_text === undefined) return { tool, id, input: { json: input ?? {} } };
  if (input !== undefined) throw wrong('cannot have `input` and `input_text` together in a call');
  return { tool, id, input: { text: input_text } };
}

function expectationOf(expect: ReplyDocument['expect'], wrong: Wrong): Expectation {
  if (expect === undefined) return {};
  const { contains, equals, matches } = expect;
  if (matches === undefined) return { contains, equals, matches };
  const path = parseJsonPath(matches.path);
  if (path === undefined || path.steps.length === 0)
    throw wrong('must have a `path` like `messages[-1].text` to match');
  return { contains, equals, matches: { path, value: matches.value } };
}

// A line of the wire as a message of JSON-RPC 2.0. Nothing that a line says makes it throw.

import { isUtf8 } from 'node:buffer';
import { parseFinite } from '../protocol/finite-json.js';
import { isMembers, type Members, memberOf } from '../protocol/members.js';
import { readNestingWithin } from '../protocol/nesting.js';
import type { WireLine } from './lines.js';
import { rpcCodes } from './rpc-error.js';

export type RequestId = string | number | null;

export interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface Asked {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
}

export interface Noted {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: unknown;
}

export interface Answered {
  readonly kind: 'response';
  readonly id: RequestId;
  readonly answer: { readonly result: unknown } | { readonly error: Refusal };
}

/** No message. `answerTo` says whose request it seems to be; nothing where an answer would be no use. */
export interface Malformed {
  readonly kind: 'malformed';
  readonly code: number;
  readonly says: string;
  readonly answerTo: { readonly id: RequestId } | undefined;
  /** It was not kept, and cannot be passed on. */
  readonly tooLong?: true;
}

export type Message = Asked | Noted | Answered | Malformed;

const { parseError, invalidRequest } = rpcCodes;

export function messageOf({ bytes, length, tooLong }: WireLine): Message {
  if (tooLong) {
    const says = `the message has ${length} bytes, which are too many`;
    return { ...malformed(invalidRequest, says, bytes), tooLong };
  }
  if (!isUtf8(bytes)) return malformed(parseError, 'the message is not UTF-8');
  const parsed = jsonOf(bytes);
  if (parsed === undefined) return malformed(parseError, 'the message is not JSON');
  const { value } = parsed;
  if (Array.isArray(value)) return malformed(invalidRequest, 'messages come one by one, not as an array');
  if (!isMembers(value)) return malformed(invalidRequest, 'the message is not an object');
  if (!readNestingWithin(value, length)) return malformed(invalidRequest, 'the message is nested too deep');
  return Object.hasOwn(value, 'method') ? called(value) : answered(value);
}

/** Whether a line holds nothing, which is no message and no mistake. */
export function isBlank({ bytes, tooLong }: WireLine): boolean {
  return !tooLong && bytes.length < 3 && bytes.toString('latin1').trim() === '';
}

function jsonOf(bytes: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: parseFinite(bytes.toString('utf8')) };
  } catch {
    return undefined;
  }
}

function called(value: Members): Message {
  const has = Object.hasOwn(value, 'id');
  const id = idOf(value['id']);
  const answerTo = has ? { id: id ?? null } : undefined;
  const wrong = (says: string): Malformed => ({
    kind: 'malformed',
    code: invalidRequest,
    says,
    answerTo: answerTo ?? { id: null },
  });
  const { method, params } = value;
  if (value['jsonrpc'] !== '2.0') return wrong('"jsonrpc" must be "2.0"');
  if (typeof method !== 'string') return wrong('"method" must be a string');
  if (params !== undefined && params !== null && typeof params !== 'object')
    return wrong('"params" must be an object');
  if (!has) return { kind: 'notification', method, params };
  if (id === undefined) return wrong('"id" must be a string or an integer');
  return { kind: 'request', id, method, params };
}

/** What is wrong with an answer is not answered: two peers would go on forever. */
function answered(value: Members): Message {
  const wrong = (says: string): Malformed => ({
    kind: 'malformed',
    code: invalidRequest,
    says,
    answerTo: isAnswer ? undefined : { id: idOf(value['id']) ?? null },
  });
  const hasResult = Object.hasOwn(value, 'result');
  const hasError = Object.hasOwn(value, 'error');
  const isAnswer = hasResult || hasError;
  if (!isAnswer) return wrong('a message has a "method", a "result" or an "error"');
  if (value['jsonrpc'] !== '2.0') return wrong('"jsonrpc" must be "2.0"');
  const id = idOf(value['id']);
  if (id === undefined) return wrong('an answer needs the "id" of its request');
  if (hasResult && hasError) return wrong('an answer has a "result" or an "error", not both');
  if (hasResult) return { kind: 'response', id, answer: { result: value['result'] } };
  const error = refusalOf(value['error']);
  if (error === undefined) return wrong('"error" needs a code and a message');
  return { kind: 'response', id, answer: { error } };
}

function refusalOf(error: unknown): Refusal | undefined {
  const code = memberOf(error, 'code');
  const message = memberOf(error, 'message');
  const data = memberOf(error, 'data');
  if (typeof code !== 'number' || !Number.isSafeInteger(code) || typeof message !== 'string')
    return undefined;
  return data === undefined ? { code, message } : { code, message, data };
}

function idOf(id: unknown): RequestId | undefined {
  if (id === null || typeof id === 'string') return id;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined;
}

/** A request that is not kept is answered by its own id where that stands first, as everybody writes it. */
const idFirst =
  /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,64}")\s*,\s*"method"/u;
const resultFirst = /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*("id"\s*:[^,]{1,80},\s*)?"(result|error)"/u;

function malformed(code: number, says: string, beginning?: Buffer): Malformed {
  const text = beginning?.toString('latin1') ?? '';
  if (resultFirst.test(text)) return { kind: 'malformed', code, says, answerTo: undefined };
  const id = idFirst.exec(text)?.[1];
  return {
    kind: 'malformed',
    code,
    says,
    answerTo: { id: id === undefined ? null : id.startsWith('"') ? id.slice(1, -1) : Number(id) },
  };
}

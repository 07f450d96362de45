// What goes wrong between us and a provider, as the answers that the loop and the log know.

import { APICallError, EmptyResponseBodyError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { withoutHostTags } from '../../../protocol/foreign-text.js';
import { memberOf } from '../../../protocol/members.js';
import { proxyFailed, proxyRefused } from '../../../proxy/named-proxy.js';
import type { ModelAnswer } from '../../ports.js';
import { answerTooLarge, providerSilent } from './light-fetch.js';
import { otherFormat } from './other-format.js';
import { retryAfter } from './retry-after.js';

type Failed = Extract<ModelAnswer, { kind: 'failed' }>;

/** Whatever a provider's package throws or streams as an error. */
export function failureOf(error: unknown): Failed {
  const root = rootOf(error);
  if (root.code === answerTooLarge) return tooMuch('64 MB');
  if (root.code === providerSilent) return failed('cut_off', true, `The provider sent ${root.message}.`);
  if (root.code === proxyFailed) return failed('network', true, `${root.message}.`);
  if (root.code === proxyRefused) return failed('network', /5\d\d$/.test(root.message), `${root.message}.`);
  if (root.code === otherFormat) return failed('malformed', false, root.message);
  if (APICallError.isInstance(error)) return callFailure(error);
  if (EmptyResponseBodyError.isInstance(error)) return malformed('The provider sent nothing at all.');
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error))
    return malformed(`The provider sent what no client can read: ${firstLine(messageOf(error.cause))}.`);
  if (isBrokenConnection(error)) return cutOff();
  return streamFailure(error);
}

export function cutOff(): Failed {
  return failed('cut_off', true, 'The provider broke off in the middle of its answer.');
}

export function malformed(message: string): Failed {
  return failed('malformed', true, message);
}

/** Asking again would only bring as much again. */
export function tooMuch(limit: string): Failed {
  return failed('malformed', false, `The provider sent more than ${limit} for one answer.`);
}

export function stopped(): Failed {
  return failed('cut_off', false, 'The call was stopped.');
}

function failed(failure: Failed['failure'], retryable: boolean, message: string): Failed {
  return { kind: 'failed', failure, retryable, message };
}

function callFailure(error: APICallError): Failed {
  const { statusCode: status, responseHeaders: headers = {} } = error;
  if (status === undefined) return unreachable(error);
  if (status < 300) return malformed(`The provider’s answer cannot be read: ${firstLine(error.message)}.`);
  const wait = retryAfter(headers);
  return {
    ...failed('status', mayTryAgain(status, headers), statusMessage(status, error)),
    status,
    ...(wait !== undefined && { retry_after_ms: wait }),
  };
}

function mayTryAgain(status: number, headers: Readonly<Record<string, string>>): boolean {
  const said = headers['x-should-retry'];
  if (said === 'true' || said === 'false') return said === 'true';
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

function statusMessage(status: number, error: APICallError): string {
  const said = firstLine(saidIn(error));
  return `The provider answered with status ${status}${said === '' ? '' : `: ${said}`}.`;
}

/** Its message where the provider's package found one, and otherwise the body itself. */
function saidIn({ message, data, responseBody = '' }: APICallError): string {
  if (data !== undefined || responseBody.trim() === '') return message;
  const isPage = /^\s*<(?:!doctype|html|head|body)\b/i.test(responseBody);
  if (!isPage) return oneLine(responseBody);
  const text = oneLine(
    responseBody.slice(0, longestPage).replace(/<(style|script)\b.*?<\/\1>|<[^>]*>/gis, ' '),
  );
  return text === '' ? 'an HTML page' : `an HTML page: ${text}`;
}

const longestPage = 20_000;

function oneLine(text: string): string {
  return withoutHostTags(text.slice(0, longestPage)).replace(/\s+/g, ' ').trim();
}

/** Nobody was there to answer: no address, no connection, no certificate. */
function unreachable(error: APICallError): Failed {
  if (isBrokenConnection(error)) return cutOff();
  const code = codeIn(error);
  const host = URL.canParse(error.url) ? new URL(error.url).host : error.url;
  const retryable = !/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_INVALID_URL/.test(code);
  return failed('network', retryable, `The provider at ${host} cannot be reached (${code}).`);
}

/** The system's own name for it, however deep it lies. */
function codeIn(error: unknown): string {
  return rootOf(error).code;
}

function rootOf(error: unknown): { readonly code: string; readonly message: string } {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    const [first] = 'errors' in cause && Array.isArray(cause.errors) ? cause.errors : [];
    for (const one of [cause, first])
      if (one instanceof Error && 'code' in one && typeof one.code === 'string')
        return { code: one.code, message: one.message };
  }
  const message = firstLine(messageOf(error));
  return { code: message, message };
}

function isBrokenConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === 'terminated' || /^(?:ECONNRESET|EPIPE|UND_ERR_\w+)$/.test(codeIn(error));
}

/** Providers also say within a stream that they cannot go on. */
function streamFailure(error: unknown): Failed {
  const said = firstLine(messageOf(error));
  const final = /invalid_request|authentication|permission|not_found|billing|insufficient_quota/i;
  return failed('cut_off', !final.test(said + typeIn(error)), `The provider broke off: ${said}.`);
}

function typeIn(error: unknown): string {
  const inner = memberOf(error, 'error') ?? error;
  return [memberOf(inner, 'type'), memberOf(inner, 'code')]
    .filter((one) => typeof one === 'string')
    .join(' ');
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  if (typeof error === 'string') return error;
  const inner = memberOf(error, 'error') ?? memberOf(error, 'response') ?? error;
  const message = memberOf(inner, 'message') ?? memberOf(memberOf(inner, 'error'), 'message');
  return typeof message === 'string' ? message : (JSON.stringify(error) ?? 'an error without a message');
}

const longest = 300;

/** Enough to know what it is about; a sentence without its full stop. */
function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line
    .slice(0, longest)
    .toWellFormed()
    .replace(/[.\s]+$/, '');
}

// Answers of the API: JSON, compressed where it is long; failures in the words that commands have for them.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzip } from 'node:zlib';
import { failureInWords } from '../../cli/failure-in-words.js';
import type { ApiError } from '../../dashboard/api.js';
import { fail } from '../../protocol/codes.js';
import { type Failure, isSystemError } from '../../protocol/failure.js';
import { isMembers, type Members } from '../../protocol/members.js';
import { answerJson, plainHeaders } from '../../serve/route.js';

const jsonType = 'application/json; charset=utf-8';
const worthCompressing = 1 << 14;
const longestBody = 64 * 1024;

export function sendJson(request: IncomingMessage, response: ServerResponse, value: object): void {
  sendText(request, response, `${JSON.stringify(value)}\n`, jsonType);
}

export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  type: string,
  more: Readonly<Record<string, string>> = {},
): void {
  const headers = { ...plainHeaders, 'content-type': type, vary: 'accept-encoding', ...more };
  if (!takesGzip(request) || text.length < worthCompressing) {
    response.writeHead(200, headers);
    response.end(text);
    return;
  }
  gzip(text, { level: 1 }, (error, body) => {
    if (error !== null) return void response.destroy();
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip' });
    response.end(body);
  });
}

/** What is too long to be in memory as a whole, for each of twenty pages. */
export async function sendJsonPieces(
  request: IncomingMessage,
  response: ServerResponse,
  pieces: Iterable<string>,
): Promise<void> {
  if (response.destroyed) return;
  const compressed = takesGzip(request);
  response.writeHead(200, {
    ...plainHeaders,
    'content-type': jsonType,
    vary: 'accept-encoding',
    ...(compressed && { 'content-encoding': 'gzip' }),
  });
  const source = Readable.from(pieces, { highWaterMark: 1 });
  try {
    await (compressed
      ? pipeline(source, createGzip({ level: 1, windowBits: 13, memLevel: 6 }), response)
      : pipeline(source, response));
  } catch (error) {
    // Whoever asked has gone.
    if (!isSystemError(error, 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE')) throw error;
  }
}

function takesGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
}

/** As a browser keeps it: under a name, and never shown in the page's own place. */
export function attachment(name: string): Record<string, string> {
  return {
    'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '-')}"`,
    'content-security-policy': "default-src 'none'; sandbox",
  };
}

export async function sendFailure(response: ServerResponse, failure: Failure): Promise<void> {
  const { message, hint } = await failureInWords(failure, 'ctx');
  const { code, kind } = failure;
  const body: ApiError = { error: { code, message, kind, ...(hint !== undefined && { hint }) } };
  answerJson(response, statusOf(failure), body);
}

function statusOf({ kind, code }: Failure): number {
  if (code === 'ui_read_only') return 403;
  if (code === 'question_answered') return 409;
  if (code === 'api_body_invalid') return 400;
  if (kind.endsWith('_not_found')) return 404;
  // What is asked for is there, and cannot be given.
  return kind === 'unknown' || code === 'command_unanswered' ? 500 : 422;
}

/** JSON of our own page: a form of another page cannot send it so. */
export async function bodyOf(request: IncomingMessage): Promise<Members> {
  const invalid = (reason: string) =>
    fail('api_body_invalid', { operation: 'parse', target: 'body', reason });
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw invalid('its content type is not application/json');
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > longestBody) throw invalid('it is longer than 64 KiB');
    pieces.push(piece);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    throw invalid('it is not JSON');
  }
  if (!isMembers(value)) throw invalid('it is not an object');
  if (isDeeper(value, deepest)) throw invalid(`it is nested deeper than ${deepest} levels`);
  return value;
}

/** What walks through a value of any depth would not come back. */
const deepest = 20;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}

export function textIn(body: Members, name: string, most: number): string {
  const value = body[name];
  if (typeof value === 'string' && value.length <= most && !value.includes('\0')) return value.toWellFormed();
  throw fail('api_body_invalid', {
    operation: 'parse',
    target: 'body',
    reason: `\`${name}\` must be a string of at most ${most} characters, none of them NUL`,
  });
}

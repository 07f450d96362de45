// An answer of node:http as the Response that fetch gives.

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

const withoutBody = new Set([204, 205, 304]);

export function responseOf(answer: IncomingMessage, read: Readable = answer): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = answer;
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = withoutBody.has(status) ? null : Readable.toWeb(read);
  if (body === null) answer.resume();
  return new Response(body as ReadableStream | null, { status, statusText, headers });
}

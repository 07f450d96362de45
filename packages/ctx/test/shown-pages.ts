// `ctx ui` in this process, and requests to it.

import { onTestFinished } from 'vitest';
import { membersOf } from '../src/acp/fields.js';
import { type CallPlace, listeningCall } from './listening-call.js';

export interface ShownPages {
  readonly base: string;
  readonly port: number;
  readonly token: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  post(path: string, body: object): Promise<Answered>;
  events(): Record<string, unknown>[];
  /** Told to pages, from now on. */
  listen(headers?: Readonly<Record<string, string>>): Promise<Heard>;
  stop(): Promise<number>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

export interface Heard {
  readonly told: { readonly id: string; readonly event: string; readonly data: Record<string, unknown> }[];
  of(event: string): Record<string, unknown>[];
  end(): void;
}

export async function shownPages(words: readonly string[], place: CallPlace): Promise<ShownPages> {
  const { first, events, stop } = await listeningCall(['ui', '--port', '0', ...words], place);
  const { origin: base, searchParams, port } = new URL(String(first['url']));
  const token = searchParams.get('token') ?? '';
  const authorization = `Bearer ${token}`;
  return {
    base,
    port: Number(port),
    token,
    get: (path, headers = {}) =>
      answered(fetch(`${base}${path}`, { headers: { authorization, ...headers } })),
    post: (path, body) =>
      answered(
        fetch(`${base}${path}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    events,
    listen: (headers = {}) => listening(`${base}/api/events`, { authorization, ...headers }),
    stop,
  };
}

async function answered(work: Promise<Response>): Promise<Answered> {
  const response = await work;
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? membersOf(JSON.parse(text)) : {},
  };
}

async function listening(url: string, headers: Readonly<Record<string, string>>): Promise<Heard> {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const response = await fetch(url, { headers, signal: end.signal });
  const told: Heard['told'] = [];
  const reading = (async () => {
    let held = '';
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) {
      held += decoder.decode(piece, { stream: true });
      for (let at = held.indexOf('\n\n'); at !== -1; at = held.indexOf('\n\n')) {
        const block = held.slice(0, at);
        held = held.slice(at + 2);
        const fields = new Map(
          block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
        );
        const data = fields.get('data');
        if (data !== undefined)
          told.push({
            id: fields.get('id') ?? '',
            event: fields.get('event') ?? '',
            data: membersOf(JSON.parse(data)),
          });
      }
    }
  })();
  reading.catch(() => {});
  return {
    told,
    of: (event) => told.flatMap((each) => (each.event === event ? [each.data] : [])),
    end: () => end.abort(),
  };
}

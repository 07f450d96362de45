// Server-sent events to all pages: one list of what happened, numbered, so that a page that comes back is told what it missed.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { plainHeaders } from '../serve/route.js';
import type { ServerEvent } from './api.js';

export interface EventStream {
  readonly listeners: number;
  tell(event: ServerEvent): void;
  /** Answers with the events from now on, and before them what the page missed. */
  join(request: IncomingMessage, response: ServerResponse, hello: Hello): void;
  close(): void;
}

/** The first events of a page: who is here, and what is under way where it was told nothing before. */
export type Hello = (resumed: boolean) => readonly ServerEvent[];

const mostListeners = 200;
const mostKept = 1000;
/** Longer ones are not kept for those who come back. */
const mostKeptBytes = 4 << 20;
/** Who has so much waiting does not read: it is cut off, and may come back. */
const mostWaiting = 8 << 20;
const commentMs = 15_000;

/** `start`: another word after each start of the server, so that a number is taken for no other server's. */
export function eventStream(start: string, told: (listeners: number) => void): EventStream {
  const listeners = new Set<ServerResponse>();
  const kept: { readonly number: number; readonly text: string }[] = [];
  let keptBytes = 0;
  let number = 0;
  let timer: NodeJS.Timeout | undefined;

  function send(response: ServerResponse, text: string): void {
    if (response.writableLength > mostWaiting) response.destroy();
    else response.write(text);
  }
  function leave(response: ServerResponse): void {
    if (!listeners.delete(response)) return;
    if (listeners.size === 0) clearInterval(timer);
    told(listeners.size);
  }

  return {
    get listeners() {
      return listeners.size;
    },
    tell({ event, data }) {
      number += 1;
      const text = textOf(`${start}-${number}`, event, data);
      kept.push({ number, text });
      keptBytes += text.length;
      while (kept.length > mostKept || (keptBytes > mostKeptBytes && kept.length > 0))
        keptBytes -= kept.shift()?.text.length ?? 0;
      for (const response of listeners) send(response, text);
    },
    join(request, response, hello) {
      if (listeners.size >= mostListeners) {
        response.writeHead(503, { ...plainHeaders, 'retry-after': '5' });
        response.end();
        return;
      }
      const last = lastSeen(request, start);
      const first = kept[0]?.number ?? number + 1;
      const resumed = last !== undefined && last <= number && last >= first - 1;
      response.writeHead(200, {
        ...plainHeaders,
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
      });
      const id = `${start}-${resumed ? last : number}`;
      for (const { event, data } of hello(resumed)) response.write(textOf(id, event, data));
      if (resumed) for (const each of kept) if (each.number > last) response.write(each.text);
      listeners.add(response);
      response.once('close', () => leave(response));
      response.on('error', () => leave(response));
      if (listeners.size === 1) {
        timer = setInterval(() => {
          for (const each of listeners) send(each, ': still here\n\n');
        }, commentMs);
        timer.unref();
      }
      told(listeners.size);
    },
    close() {
      clearInterval(timer);
      for (const response of listeners) response.end();
      listeners.clear();
    },
  };
}

/** JSON has no line breaks of its own: an event is one line of data. */
function textOf(id: string, event: string, data: object): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The number of the last event that the page has seen of this server; nothing where it was another. */
function lastSeen({ headers }: IncomingMessage, start: string): number | undefined {
  const given = headers['last-event-id'];
  const [, of, digits] = /^([\w]{1,64})-(\d{1,15})$/.exec(typeof given === 'string' ? given : '') ?? [];
  return of === start && digits !== undefined ? Number(digits) : undefined;
}

// JSON-RPC 2.0 over lines, both ways at once. Whoever is at the other end may be hostile: what it sends is bounded in size and
// number, every request is answered once, and what it does not read is bounded, too.

import type { Carrier } from './carrier.js';
import { type ConnectionLimits, usualLimits } from './connection-limits.js';
import { LineSplitter, type WireLine } from './lines.js';
import {
  type Answered,
  type Asked,
  isBlank,
  type Malformed,
  type Message,
  messageOf,
  type Refusal,
  type RequestId,
} from './message.js';
import { PeerGone, RpcError, rpcCodes } from './rpc-error.js';

export interface Call {
  readonly id: RequestId;
  /** Aborted when the peer takes its request back, or is gone. */
  readonly signal: AbortSignal;
}

export interface Handlers {
  readonly requests: Readonly<Record<string, (params: unknown, call: Call) => object | Promise<object>>>;
  readonly notifications: Readonly<Record<string, (params: unknown) => void>>;
}

/** To see what goes over the wire, and what was wrong with it. */
export interface Watch {
  received?(line: WireLine, message: Message): void;
  sent?(line: string): void;
  /** Something that the peer should not do; nothing else comes of it but what JSON-RPC says. */
  odd?(what: string): void;
  /** A handler failed in a way that nobody meant. */
  failed?(error: unknown): void;
}

/** Why nothing more comes. */
export type Ending = 'peer_left' | 'peer_not_reading' | 'closed';

export interface Connection {
  /** Rejects with what the peer refuses it with (RpcError), or PeerGone. After an abort the peer is told, and it rejects at once. */
  request(method: string, params: object, signal?: AbortSignal): Promise<unknown>;
  notify(method: string, params: object): void;
  /** How many requests wait for an answer, of either side's. */
  underWay(): number;
  /** Whether more may be sent without making a slow peer slower. */
  isSlow(): boolean;
  drained(): Promise<void>;
  readonly ended: Promise<Ending>;
  close(): void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Few handlers look at the signal, and to make one takes longer than to answer. */
class CallUnderWay implements Call {
  readonly id: RequestId;
  #controller: AbortController | undefined;
  #reason: Error | undefined;

  constructor(id: RequestId) {
    this.id = id;
  }

  get isAborted(): boolean {
    return this.#reason !== undefined;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.#reason ??= reason;
    this.#controller?.abort(reason);
  }
}

export function connect(
  carrier: Carrier,
  handlers: Handlers,
  watch: Watch = {},
  limits: ConnectionLimits = usualLimits,
): Connection {
  const asked = new Map<RequestId, Waiting>();
  const calls = new Map<RequestId, CallUnderWay>();
  let lastId = 0;
  let isOver = false;
  let over: (ending: Ending) => void = () => {};
  const ended = new Promise<Ending>((resolve) => {
    over = resolve;
  });

  function end(ending: Ending): void {
    if (isOver) return;
    isOver = true;
    for (const { reject } of asked.values()) reject(new PeerGone());
    asked.clear();
    for (const call of calls.values()) call.abort(new PeerGone());
    over(ending);
  }

  function send(message: object): void {
    if (isOver) return;
    const line = JSON.stringify({ jsonrpc: '2.0', ...message });
    carrier.write(`${line}\n`);
    watch.sent?.(line);
    if (carrier.waiting() <= limits.mostWaiting) return;
    end('peer_not_reading');
    carrier.close();
  }

  async function answer({ id, method, params }: Asked): Promise<void> {
    const refuse = (code: number, message: string) => send({ id, error: { code, message } });
    const handle = Object.hasOwn(handlers.requests, method) ? handlers.requests[method] : undefined;
    if (handle === undefined) {
      watch.odd?.(`unknown method ${method.slice(0, 80)}`);
      return refuse(rpcCodes.methodNotFound, `no such method: ${method.slice(0, 80)}`);
    }
    if (calls.has(id)) {
      watch.odd?.('a request id twice');
      // Under the id itself it would be taken for the answer to the first one.
      return send({
        id: null,
        error: {
          code: rpcCodes.invalidRequest,
          message: 'a request with this id is under way',
          data: { id },
        },
      });
    }
    if (calls.size >= limits.mostCalls)
      return refuse(rpcCodes.internalError, `${limits.mostCalls} requests are under way already`);
    const call = new CallUnderWay(id);
    calls.set(id, call);
    try {
      send({ id, result: await handle(params, call) });
    } catch (error) {
      if (!(error instanceof RpcError) && !call.isAborted) watch.failed?.(error);
      send({ id, error: refusalFor(error, call.isAborted) });
    } finally {
      calls.delete(id);
    }
  }

  function take(message: Message): void {
    switch (message.kind) {
      case 'request':
        void answer(message);
        break;
      case 'notification':
        note(message.method, message.params);
        break;
      case 'response':
        settle(message);
        break;
      case 'malformed':
        refuseMalformed(message);
    }
  }

  function settle({ id, answer: answered }: Answered): void {
    const waiting = asked.get(id);
    asked.delete(id);
    if (waiting === undefined) watch.odd?.('an answer to nothing that was asked');
    else if ('result' in answered) waiting.resolve(answered.result);
    else {
      const { code, message, data } = answered.error;
      waiting.reject(new RpcError(code, message, data));
    }
  }

  function note(method: string, params: unknown): void {
    if (method === '$/cancel_request') {
      const id = typeof params === 'object' && params !== null ? Reflect.get(params, 'requestId') : undefined;
      calls.get(id)?.abort(new RpcError(rpcCodes.requestCancelled, 'cancelled'));
      return;
    }
    const handle = Object.hasOwn(handlers.notifications, method) ? handlers.notifications[method] : undefined;
    try {
      if (handle === undefined) watch.odd?.(`unknown notification ${method.slice(0, 80)}`);
      else handle(params);
    } catch (error) {
      // A notification has no answer.
      watch.odd?.(`${method}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  function refuseMalformed({ code, says, answerTo }: Malformed): void {
    watch.odd?.(says);
    if (answerTo !== undefined) send({ id: answerTo.id, error: { code, message: says } });
  }

  async function read(): Promise<void> {
    const splitter = new LineSplitter(limits.longestMessage);
    const takeLine = (line: WireLine) => {
      if (isBlank(line)) return;
      const message = messageOf(line);
      watch.received?.(line, message);
      take(message);
    };
    for await (const chunk of carrier.incoming) {
      for (const line of splitter.take(chunk)) {
        if (isOver) return;
        takeLine(line);
        if (carrier.waiting() > limits.slowAt) await carrier.drained();
      }
      if (isOver) return;
    }
    const last = splitter.end();
    if (last !== undefined) takeLine(last);
  }

  void read().then(
    () => end('peer_left'),
    (error: unknown) => {
      watch.odd?.(error instanceof Error ? error.message : String(error));
      end('peer_left');
    },
  );

  return {
    request(method, params, signal) {
      if (isOver) return Promise.reject(new PeerGone());
      if (signal?.aborted === true) return Promise.reject(cancelled());
      if (asked.size >= limits.mostAsked)
        return Promise.reject(new RpcError(rpcCodes.internalError, 'too many requests wait for an answer'));
      lastId += 1;
      const id = lastId;
      const answered = new Promise<unknown>((resolve, reject) => {
        const takeBack = () => {
          asked.delete(id);
          send({ method: '$/cancel_request', params: { requestId: id } });
          reject(cancelled());
        };
        signal?.addEventListener('abort', takeBack, { once: true });
        const done = () => signal?.removeEventListener('abort', takeBack);
        asked.set(id, {
          resolve: (result) => {
            done();
            resolve(result);
          },
          reject: (error) => {
            done();
            reject(error);
          },
        });
      });
      send({ id, method, params });
      return answered;
    },
    notify: (method, params) => send({ method, params }),
    underWay: () => calls.size + asked.size,
    isSlow: () => carrier.waiting() > limits.slowAt,
    drained: () => carrier.drained(),
    ended,
    close() {
      end('closed');
      carrier.close();
    },
  };
}

function cancelled(): RpcError {
  return new RpcError(rpcCodes.requestCancelled, 'cancelled');
}

function refusalFor(error: unknown, isAborted: boolean): Refusal {
  if (error instanceof RpcError) {
    const { code, message, data } = error;
    return data === undefined ? { code, message } : { code, message, data };
  }
  if (isAborted) return { code: rpcCodes.requestCancelled, message: 'cancelled' };
  // Nothing of ours is told that was not meant to be told.
  return { code: rpcCodes.internalError, message: 'internal error' };
}

// `ctx serve` in this process, and clients at it.

import { onTestFinished } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { type Connection, connect } from '../src/acp/connection.js';
import { membersOf, textOf } from '../src/acp/fields.js';
import { socketCarrier } from '../src/acp/socket-carrier.js';
import { readToken } from '../src/serve/token-file.js';
import { type CallPlace, listeningCall } from './listening-call.js';

export interface ServedHere {
  readonly url: string;
  readonly port: number;
  readonly tokenFile: string;
  readonly token: string;
  /** Events so far. */
  events(): Record<string, unknown>[];
  /** SIGTERM; the whole answer. */
  stop(): Promise<{ readonly exitCode: number; readonly envelope: Record<string, unknown> }>;
}

export async function served(words: readonly string[], place: CallPlace): Promise<ServedHere> {
  const where = words.includes('--listen') ? [] : ['--port', '0'];
  const { first, events, stop } = await listeningCall(['serve', ...where, ...words], place);
  const [url, tokenFile] = [String(first['url']), String(first['token_file'])];
  return {
    url,
    port: Number(/:(\d+)$/.exec(url)?.[1]),
    tokenFile,
    token: readToken(tokenFile) ?? '',
    events,
    stop: async () => ({ exitCode: await stop(), envelope: events().at(-1) ?? {} }),
  };
}

export interface WireClient {
  readonly socket: WebSocket;
  readonly connection: Connection;
  /** What it was told. */
  readonly told: { readonly method: string; readonly params: Record<string, unknown> }[];
  readonly asked: Record<string, unknown>[];
  said(): string;
  open(cwd: string): Promise<string>;
  prompt(sessionId: string, text: string): Promise<unknown>;
  load(sessionId: string, cwd: string): Promise<unknown>;
}

type Answer = (params: Record<string, unknown>) => object | Promise<object>;

/** A client that says who it is, or whatever `options` say instead. */
export async function wireClient(
  { url, token }: Pick<ServedHere, 'url' | 'token'>,
  answer: Answer = () => select('reject'),
  options: ClientOptions = {},
): Promise<WireClient> {
  const socket = new WebSocket(`${url}/acp`, { headers: { authorization: `Bearer ${token}` }, ...options });
  onTestFinished(() => socket.terminate());
  const carrier = socketCarrier(socket);
  await opened(socket);
  const told: WireClient['told'] = [];
  const asked: Record<string, unknown>[] = [];
  const connection = connect(carrier, {
    requests: {
      'session/request_permission': async (params) => {
        asked.push(membersOf(params));
        return answer(membersOf(params));
      },
    },
    notifications: {
      'session/update': (params) => void told.push({ method: 'session/update', params: membersOf(params) }),
      '_ctx/event': (params) => void told.push({ method: '_ctx/event', params: membersOf(params) }),
    },
  });
  const initialize = () => connection.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  return {
    socket,
    connection,
    told,
    asked,
    said: () => told.map(({ params }) => textIn(membersOf(params['update']))).join(''),
    async open(cwd) {
      await initialize();
      const { sessionId } = membersOf(await connection.request('session/new', { cwd, mcpServers: [] }));
      return String(sessionId);
    },
    async prompt(sessionId, text) {
      const answered = await connection.request('session/prompt', {
        sessionId,
        prompt: [{ type: 'text', text }],
      });
      return membersOf(answered)['stopReason'];
    },
    async load(sessionId, cwd) {
      await initialize();
      return connection.request('session/load', { sessionId, cwd, mcpServers: [] });
    },
  };
}

export const select = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } });

/** Rejects with the status that the upgrade was refused with, or what else went wrong. */
export function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, response) => {
      response.resume();
      reject(new Error(`status ${response.statusCode}`));
    });
    socket.once('error', reject);
  });
}

/** The status that an upgrade with these headers is refused with; `open` where it is not. */
export async function upgradeStatus(
  { url }: Pick<ServedHere, 'url'>,
  headers: Readonly<Record<string, string>>,
  path = '/acp',
): Promise<string> {
  const socket = new WebSocket(`${url}${path}`, { headers });
  onTestFinished(() => socket.terminate());
  try {
    await opened(socket);
    return 'open';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function textIn(update: Record<string, unknown>): string {
  if (update['sessionUpdate'] !== 'agent_message_chunk') return '';
  return textOf(membersOf(update['content'])['text']) ?? '';
}

// A carrier to a server, or why there is none.

import type { IncomingMessage } from 'node:http';
import type { Carrier } from '../acp/carrier.js';
import { socketCarrier } from '../acp/socket-carrier.js';
import { fail } from '../protocol/codes.js';
import { type Failure, systemCode } from '../protocol/failure.js';
import { withoutHostTags } from '../protocol/foreign-text.js';
import { memberOf } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';
import { socketPath } from '../serve/door.js';
import { keepWatch } from '../serve/keep-watch.js';
import type { Address } from './address.js';

/** `file` is where it was read from. */
export interface Token {
  readonly text: string;
  readonly file: string;
}

const patienceMs = 15_000;
/** A server that is gone without a word (a cable, a machine that was switched off) is found by asking. */
const usualPingMs = 30_000;
const longestMessage = 32 << 20;

export async function dial(
  address: Address,
  token: Token,
  signal?: AbortSignal,
  pingMs = usualPingMs,
): Promise<Carrier> {
  const { WebSocket } = await import('ws');
  const socket = new WebSocket(
    address.kind === 'unix' ? `ws+unix:${address.path}:${socketPath}` : address.url,
    {
      headers: {
        authorization: `Bearer ${token.text}`,
        ...(address.kind === 'unix' && { host: 'localhost' }),
      },
      handshakeTimeout: patienceMs,
      maxPayload: longestMessage,
      perMessageDeflate: false,
      followRedirects: false,
    },
  );
  // What comes right behind the handshake is not lost.
  const carrier = socketCarrier(socket);
  const giveUp = () => socket.terminate();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (request, response) => {
        void refusal(address, token, response).then((failure) => {
          request.destroy();
          reject(failure);
        });
      });
      socket.once('error', (error: Error) => reject(unreachable(address, error)));
      socket.once('close', () => reject(unreachable(address, new Error('the connection was closed'))));
    });
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
  keepWatch(socket, { pingMs, idleMs: Number.POSITIVE_INFINITY }, () => true);
  return carrier;
}

const longestRefusal = 4096;
const slowestRefusalMs = 2000;

async function refusal({ shown }: Address, { file }: Token, response: IncomingMessage): Promise<Failure> {
  const where = { operation: 'connect', target: shown };
  const status = response.statusCode ?? 0;
  if (status === 401) return fail('remote_token_refused', { ...where, file });
  let text = '';
  const timer = setTimeout(() => response.destroy(), slowestRefusalMs);
  try {
    for await (const piece of response.setEncoding('utf8')) {
      text += String(piece);
      if (text.length > longestRefusal) break;
    }
  } catch {
    // What it said so far is enough.
  } finally {
    clearTimeout(timer);
  }
  return fail('remote_refused', { ...where, status, said: saidIn(text) ?? 'no reason given' });
}

function saidIn(text: string): string | undefined {
  const said = memberOf(parsedJson(text), 'error');
  return typeof said === 'string' ? withoutHostTags(said).slice(0, 200) : undefined;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'its name cannot be resolved now',
  ENOENT: 'the socket does not exist',
  EACCES: 'permission denied',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
};

function unreachable({ shown }: Address, error: Error): Failure {
  const where = { operation: 'connect', target: shown, cause: error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code !== undefined && /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_VERIFY/.test(code))
    return fail('remote_certificate', { ...where, reason: withoutHostTags(error.message).slice(0, 200) });
  const known = reasons[systemCode(error) ?? code ?? ''];
  return fail('remote_unreachable', {
    ...where,
    reason: known ?? withoutHostTags(error.message).slice(0, 200),
  });
}

// What a server says of itself, asked over HTTP beside its WebSocket.

import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { parsedJson } from '../protocol/parsed-json.js';
import { type Address, beside } from './address.js';

const longestAnswer = 1 << 20;
const patienceMs = 5000;

/** Nothing where nobody answers as a server does. */
export function askStatus(address: Address, token: string): Promise<unknown> {
  const options = { headers: { authorization: `Bearer ${token}` }, timeout: patienceMs, agent: false };
  return new Promise((resolve) => {
    const nothing = () => resolve(undefined);
    const asked =
      address.kind === 'unix'
        ? request({ ...options, socketPath: address.path, path: '/status', host: 'localhost' })
        : (address.url.protocol === 'wss:' ? secureRequest : request)(beside(address, '/status'), options);
    asked.once('timeout', () => asked.destroy());
    asked.once('error', nothing);
    asked.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
        if (text.length > longestAnswer) response.destroy();
      });
      response.once('error', nothing);
      response.once('close', nothing);
      response.once('end', () => resolve(response.statusCode === 200 ? parsedJson(text) : undefined));
    });
    asked.end();
  });
}

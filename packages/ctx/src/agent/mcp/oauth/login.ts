// A person logs in to a server: authorization code with PKCE, and a redirect to an address on this machine.

import { randomBytes } from 'node:crypto';
import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { isSystemError } from '../../../protocol/failure.js';
import { boundedFetch } from '../bounded-fetch.js';
import type { Http } from '../server-config.js';
import { listenForCallback } from './callback.js';
import { changeCredentials, credentialsFor } from './credential-store.js';
import { type LoginPlace, StoredLogin } from './stored-login.js';

type Sdk = typeof import('@modelcontextprotocol/client');

/** The server, and how it is reached. */
interface Door {
  readonly sdk: Sdk;
  readonly reach: Http;
  readonly fetch: ReturnType<typeof boundedFetch>;
}

export interface Visitor {
  /** Shows the address that a person has to open. */
  open(url: URL): void;
  /** Nobody waits any longer. */
  readonly signal: AbortSignal;
}

/** Whether a login was needed; afterwards the server answers. */
export async function logIn(
  reach: Http,
  place: LoginPlace,
  version: string,
  visitor: Visitor,
): Promise<'logged_in' | 'was_logged_in'> {
  const sdk = await import('@modelcontextprotocol/client');
  const door = { sdk, reach, fetch: boundedFetch(place.env) };
  const state = randomBytes(24).toString('base64url');
  const callback = await callbackFor(place, state);
  try {
    const login = new AskingLogin(place, callback.url, state);
    const wanted = credentialsFor(place.server, place).wanted_scope;
    if (wanted === undefined) {
      const first = await attempt(door, login, version);
      if (first === 'answers') return 'was_logged_in';
    } else {
      const more = {
        serverUrl: place.server,
        scope: wanted,
        forceReauthorization: true,
        fetchFn: door.fetch,
      };
      await sdk.auth(login, more);
    }
    if (login.asked === undefined) throw new Error('it refuses, and names no place to log in at');
    visitor.open(webPage(login.asked));
    const parameters = await answeredBefore(callback.answered, visitor.signal);
    await transportTo(door, login).finishAuth(parameters);
    if ((await attempt(door, login, version)) !== 'answers')
      throw new Error('it refuses the login that it just gave');
    return 'logged_in';
  } finally {
    callback.close();
  }
}

/** A registered client is bound to its address. Where that is taken now, another client is registered. */
async function callbackFor(place: LoginPlace, state: string) {
  const { redirect } = credentialsFor(place.server, place);
  const { callbackPort } = place.settings;
  const earlier = redirect === undefined ? 0 : Number(new URL(redirect).port);
  try {
    return await listenForCallback(callbackPort ?? earlier, state);
  } catch (error) {
    if (callbackPort !== undefined || !isSystemError(error, 'EADDRINUSE')) throw error;
    await changeCredentials(place.server, place, ({ client: _, redirect: __, ...old }) => old);
    return await listenForCallback(0, state);
  }
}

async function attempt(door: Door, login: OAuthClientProvider, version: string): Promise<'answers' | 'asks'> {
  const { sdk } = door;
  const client = new sdk.Client({ name: 'ctx', version }, { capabilities: {} });
  const transport = transportTo(door, login);
  try {
    await client.connect(transport);
    await client.listTools();
    if ('terminateSession' in transport) await transport.terminateSession();
    return 'answers';
  } catch (error) {
    if (sdk.UnauthorizedError.isInstance(error)) return 'asks';
    throw error;
  } finally {
    await client.close();
  }
}

function transportTo({ sdk, reach, fetch }: Door, authProvider: OAuthClientProvider) {
  const { kind, url, headers } = reach;
  const options = { requestInit: { headers: { ...headers } }, fetch, authProvider };
  return kind === 'sse'
    ? new sdk.SSEClientTransport(url, options)
    : new sdk.StreamableHTTPClientTransport(url, options);
}

class AskingLogin extends StoredLogin {
  readonly #state: string;
  asked: URL | undefined;

  constructor(place: LoginPlace, redirect: string, state: string) {
    super(place, redirect);
    this.#state = state;
  }

  state(): string {
    return this.#state;
  }

  override redirectToAuthorization(url: URL): void {
    this.asked = url;
  }
}

/** The server chose it, and a browser opens it. */
function webPage(url: URL): URL {
  const isHere = url.protocol === 'http:' && /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'https:' || isHere) return url;
  throw new Error(`it wants a login at ${url.protocol}//${url.host}, which is not https`);
}

function answeredBefore<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const givenUp = new Promise<never>((_, reject) => {
    const stop = () => reject(new Error('nobody logged in before the time limit'));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  return Promise.race([answer, givenUp]);
}

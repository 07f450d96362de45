// One connection to an MCP server, through the official SDK, which is loaded when the first server is started.

import { randomBytes } from 'node:crypto';
import type { Environment } from '../../disk/user-folder.js';
import { proxyFor } from '../../proxy/named-proxy.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { credentialFreeEnv } from '../tools/credential-free-env.js';
import { hideCredentials } from '../tools/hide-credentials.js';
import { marksWith, markVariable, signalMarked } from '../tools/leftover-processes.js';
import { boundedFetch } from './bounded-fetch.js';
import { type AskPerson, elicited } from './elicitation.js';
import { authorizationFor, isUnauthorized, rememberScope } from './oauth/authorize.js';
import { schemaValidator } from './schema-validator.js';
import { SentSecrets } from './sent-secrets.js';
import type { Http, ServerConfig } from './server-config.js';

type Sdk = typeof import('@modelcontextprotocol/client');
type Client = InstanceType<Sdk['Client']>;

export interface ServerConnection {
  readonly client: Client;
  /** What the server last complained about, or why it is gone. */
  lastWords(): string | undefined;
  /** A text of the server's without what it was given to know us by. */
  withoutSecrets(text: string): string;
  /** Whether a call failed because the server wants a login, or a wider one. */
  wantsLogin(error: unknown): Promise<boolean>;
  /** The server and all that it started are gone afterwards, and so is a session that a server keeps for us. */
  close(): Promise<void>;
}

export interface ConnectionPlace {
  readonly root: string;
  readonly env: Environment;
  readonly version: string;
  /** Where the servers that are programs run. */
  readonly sandbox?: Sandbox | undefined;
  /** The person at the terminal, if there is one. */
  readonly askPerson?: AskPerson | undefined;
}

/** A server over HTTP that does not know who asks. */
export class Unauthorized extends Error {
  override readonly name = 'Unauthorized';
}

/** Between asking a server to end and ending it. */
const patience = 300;
const mostPages = 20;

export async function connect(
  { name, reach, startTimeout }: ServerConfig,
  place: ConnectionPlace,
  /** Nobody waits any longer: what was started is ended at once. */
  givenUp: AbortSignal,
): Promise<ServerConnection> {
  const exposed = reach.kind === 'stdio' ? hideCredentials() : [];
  if (exposed.length > 0) throw new Error(`it could read ${exposed.join(', ')} of ctx itself`);
  const sdk = await import('@modelcontextprotocol/client');
  const secrets = new SentSecrets();
  const transport = await transportFor(sdk, reach, place, secrets);
  givenUp.addEventListener('abort', transport.end, { once: true });
  let complaint: string | undefined;
  const client = new sdk.Client(
    { name: 'ctx', version: place.version },
    {
      capabilities: { elicitation: { form: {} } },
      jsonSchemaValidator: await schemaValidator(),
      listMaxPages: mostPages,
    },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    if (place.askPerson === undefined || params.mode === 'url') return { action: 'decline' };
    return elicited(name, params, place.askPerson);
  });
  client.onerror = (error) => {
    complaint = error.message;
  };
  const close = async () => {
    await settled(transport.leave(), patience);
    await settled(client.close(), patience);
    transport.end();
  };
  const wantsLogin = async (error: unknown) => {
    if (reach.kind === 'stdio' || !isUnauthorized(sdk, error)) return false;
    await rememberScope(sdk, error, loginPlace(reach, place));
    return true;
  };
  try {
    await client.connect(transport.transport, { timeout: startTimeout });
  } catch (error) {
    transport.end();
    if (reach.kind !== 'stdio' && isUnauthorized(sdk, error))
      throw new Unauthorized('it wants a login', { cause: error });
    const said = transport.stderr();
    const reason = secrets.without(reasonOf(error));
    throw new Error(said === '' ? reason : `${reason}; it said: ${said}`, { cause: error });
  }
  return {
    client,
    lastWords: () => complaint ?? (transport.stderr() || undefined),
    withoutSecrets: (text) => secrets.without(text),
    wantsLogin,
    close,
  };
}

/** fetch says only that it failed; why stands behind it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return (message === 'fetch failed' && cause instanceof Error && cause.message) || message;
}

async function transportFor(
  sdk: Sdk,
  reach: ServerConfig['reach'],
  place: ConnectionPlace,
  secrets: SentSecrets,
) {
  if (reach.kind !== 'stdio') return http(sdk, reach, place, secrets);
  return place.sandbox === undefined ? stdio(reach, place) : confined(sdk, reach, place, place.sandbox);
}

async function confined(
  sdk: Sdk,
  { command, args, env: own }: StdioReach,
  { root, env }: ConnectionPlace,
  sandbox: Sandbox,
) {
  const { ConfinedStdio } = await import('./confined-stdio.js');
  const transport = new ConfinedStdio(sdk, sandbox, {
    argv: [command, ...args],
    env: { ...credentialFreeEnv(env), ...own },
    cwd: root,
  });
  return { transport, stderr: () => lastLine(transport.said), end: () => transport.end(), leave: nothing };
}

type StdioReach = Extract<ServerConfig['reach'], { kind: 'stdio' }>;

async function stdio({ command, args, env: own }: StdioReach, { root, env }: ConnectionPlace) {
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const mark = randomBytes(8).toString('hex');
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    cwd: root,
    env: { ...credentialFreeEnv(env), ...own, [markVariable]: marksWith(env, mark) },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-2_000);
  });
  const end = () => {
    const { pid } = transport;
    signalMarked(mark, 'SIGKILL');
    if (pid !== null && process.platform !== 'linux') kill(pid);
  };
  return { transport, stderr: () => lastLine(said), end, leave: nothing };
}

function http(sdk: Sdk, reach: Http, place: ConnectionPlace, secrets: SentSecrets) {
  const { kind, url, headers } = reach;
  // A proxy that is none is said before anything is sent, and not as a failure of the server.
  proxyFor(url, place.env);
  const authProvider = authorizationFor(loginPlace(reach, place));
  const options = {
    requestInit: { headers: { ...headers } },
    fetch: secrets.watch(boundedFetch(place.env)),
    ...(authProvider !== undefined && { authProvider }),
  };
  const ended = { stderr: () => '', end: () => {} };
  if (kind === 'sse')
    return { transport: new sdk.SSEClientTransport(url, options), ...ended, leave: nothing };
  // Whoever could agree to a wider login is not there.
  const careful = { ...options, onInsufficientScope: 'throw' as const };
  const transport = new sdk.StreamableHTTPClientTransport(url, careful);
  return { transport, ...ended, leave: () => transport.terminateSession() };
}

function loginPlace({ url, oauth }: Http, { root, env }: ConnectionPlace) {
  return { server: url, settings: oauth, root, env };
}

async function nothing(): Promise<void> {}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim().slice(0, 300) ?? '';
}

async function settled(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work.catch(() => {}), over]);
  clearTimeout(timer);
}

// One connection to an MCP server, through the official SDK, which is loaded when the first server is started.

import { randomBytes } from 'node:crypto';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { credentialFreeEnv } from '../tools/credential-free-env.js';
import { hideCredentials } from '../tools/hide-credentials.js';
import { marksWith, markVariable, signalMarked } from '../tools/leftover-processes.js';
import { boundedFetch } from './bounded-fetch.js';
import { schemaValidator } from './schema-validator.js';
import type { ServerConfig } from './server-config.js';

type Sdk = typeof import('@modelcontextprotocol/client');
type Client = InstanceType<Sdk['Client']>;

export interface Connection {
  readonly client: Client;
  /** What the server last complained about, or why it is gone. */
  lastWords(): string | undefined;
  /** The server and all that it started are gone afterwards. */
  close(): Promise<void>;
}

export interface ConnectionPlace {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Where the servers that are programs run. */
  readonly sandbox?: Sandbox | undefined;
}

/** Between asking a server to end and ending it. */
const patience = 300;
const mostPages = 20;

export async function connect(
  { reach, startTimeout }: ServerConfig,
  place: ConnectionPlace,
  /** Nobody waits any longer: what was started is ended at once. */
  givenUp: AbortSignal,
): Promise<Connection> {
  const exposed = reach.kind === 'stdio' ? hideCredentials() : [];
  if (exposed.length > 0) throw new Error(`it could read ${exposed.join(', ')} of ctx itself`);
  const sdk = await import('@modelcontextprotocol/client');
  const transport = await transportFor(sdk, reach, place);
  givenUp.addEventListener('abort', transport.end, { once: true });
  let complaint: string | undefined;
  const client = new sdk.Client(
    { name: 'ctx', version: place.version },
    { capabilities: {}, jsonSchemaValidator: await schemaValidator(), listMaxPages: mostPages },
  );
  client.onerror = (error) => {
    complaint = error.message;
  };
  const close = async () => {
    await settled(client.close(), patience);
    transport.end();
  };
  try {
    await client.connect(transport.transport, { timeout: startTimeout });
  } catch (error) {
    transport.end();
    const said = transport.stderr();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(said === '' ? reason : `${reason}; it said: ${said}`, { cause: error });
  }
  return { client, lastWords: () => complaint ?? (transport.stderr() || undefined), close };
}

async function transportFor(sdk: Sdk, reach: ServerConfig['reach'], place: ConnectionPlace) {
  if (reach.kind !== 'stdio') return http(sdk, reach);
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
  return { transport, stderr: () => lastLine(transport.said), end: () => transport.end() };
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
  return { transport, stderr: () => lastLine(said), end };
}

function http(sdk: Sdk, { kind, url, headers }: Extract<ServerConfig['reach'], { url: URL }>) {
  const options = { requestInit: { headers: { ...headers } }, fetch: boundedFetch };
  const transport =
    kind === 'sse'
      ? new sdk.SSEClientTransport(url, options)
      : new sdk.StreamableHTTPClientTransport(url, options);
  return { transport, stderr: () => '', end: () => {} };
}

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

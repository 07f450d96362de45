// From flags to a server that listens, and from each of its clients to the sessions that all of them share.

import { realpathSync } from 'node:fs';
import type { Connection } from '../../acp/connection.js';
import { usualLimits } from '../../acp/connection-limits.js';
import type { Services } from '../../cli/command.js';
import { contradiction } from '../../cli/contradiction.js';
import type { Values } from '../../cli/inputs.js';
import { type OpenSessions, openSessions } from '../../editor/open-sessions.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import { type CameIn, type OpenDoor, openDoor } from '../../serve/door.js';
import { lastUse } from '../../serve/last-use.js';
import { isLoopback, type ListenAddress, listenAddress } from '../../serve/listen-address.js';
import { refusals } from '../../serve/refusals.js';
import { answerJson, type Route } from '../../serve/route.js';
import { noteRunning } from '../../serve/running.js';
import { readOrMakeToken, readToken, tokenFile } from '../../serve/token-file.js';
import type { AcpFlags } from '../acp/acp-flags.js';
import { serveClient } from '../acp/serve-acp.js';
import { requireKnownModel } from '../known-model.js';
import type { serverFlags } from './server-flags.js';
import { tlsFiles } from './tls-files.js';

export type ServeFlags = AcpFlags & Values<typeof serverFlags>;

export interface Served {
  readonly door: OpenDoor;
  readonly tokenFile: string;
  readonly open: OpenSessions;
  counts(): { readonly connections: number; readonly refused: number };
  /** Settles when nobody was connected and nothing ran for that long. */
  idleFor(milliseconds: number): Promise<void>;
  /** Turns are interrupted, logs closed, connections ended. How many turns were under way. */
  end(): Promise<number>;
}

export const usualPort = 7433;

export async function serveClients(flags: ServeFlags, services: Services): Promise<Served> {
  const { env, emit, clock } = services;
  await requireKnownModel(flags, env);
  const address = addressOf(flags);
  const tls = tlsFiles(flags['tls-cert'], flags['tls-key']);
  if (address.kind === 'tcp' && !isLoopback(address.host) && tls === undefined && !flags['without-tls'])
    throw fail('listen_unprotected', { operation: 'listen', target: `${address.host}:${address.port}` });
  const token = tokenFile(flags['token-file'], services);
  readOrMakeToken(token);
  const open = openSessions(flags['wait-seconds'] * 1000);
  const since = new Date(clock.now()).toISOString();
  // The folder may be gone when a client comes.
  const within = realpathSync(services.cwd);
  const clients = new Set<Connection>();
  let connections = 0;
  const use = lastUse(() => door.connections() > 0 || open.all().length > 0);
  const refused = refusals((told) => emit({ type: 'serve.refused', ...told }));
  const odd = refusals(({ from, reason, untold }) =>
    emit({ type: 'serve.noted', from, note: reason, untold }),
  );

  function connected(client: CameIn): void {
    connections += 1;
    const number = connections;
    emit({ type: 'serve.connected', client: number, from: client.from });
    const served = serveClient(client.carrier, flags, services, {
      open,
      note: (text) => odd.add(client.from, text),
      limits: {
        ...usualLimits,
        longestMessage: flags['max-message-bytes'],
        mostCalls: 64,
        mostWaiting: 16 << 20,
      },
      from: client.from,
      within,
    });
    clients.add(served.connection);
    client.busyWhile(() => served.connection.underWay() > 0);
    void served.connection.ended.then(async (why) => {
      clients.delete(served.connection);
      use.noted();
      emit({ type: 'serve.disconnected', client: number, from: client.from, why });
      await served.end().catch((error: unknown) => odd.add(client.from, `internal error: ${String(error)}`));
    });
  }

  const status: Route = {
    method: 'GET',
    path: '/status',
    handle(_request, response) {
      answerJson(response, 200, {
        pid: process.pid,
        version: services.program.version,
        since,
        connections: door.connections(),
        refused: refused.total(),
        sessions: open
          .all()
          .map(({ id, cwd, isBusy, watched }) => ({ session_id: id, cwd, busy: isBusy, watched })),
      });
    },
  };
  const door = await openDoor({
    address,
    tls,
    names: {
      hosts: flags['allow-host'].map((name) => name.toLowerCase()),
      origins: flags['allow-origin'].map((origin) => origin.toLowerCase().replace(/\/$/, '')),
    },
    limits: {
      mostConnections: flags['max-connections'],
      longestMessage: flags['max-message-bytes'],
      pingMs: flags['ping-seconds'] * 1000,
      idleMs: flags['idle-seconds'] * 1000,
    },
    routes: [status],
    token: () => tokenNow(token, (reason) => refused.add('the token file', reason)),
    connected,
    refused: refused.add,
  });
  const forget = noteRunning({ url: door.url, pid: process.pid, since, tokenFile: token }, env);
  return {
    door,
    tokenFile: token,
    open,
    counts: () => ({ connections, refused: refused.total() }),
    idleFor: use.idleFor,
    async end() {
      const busy = open.all().filter(({ isBusy }) => isBusy).length;
      await door.close(async () => {
        await open.end();
        await answered(clients);
      });
      forget();
      return busy;
    },
  };
}

/** What the end of their sessions came to is on its way to the clients a few steps later; nobody is waited for who has more to ask. */
async function answered(clients: ReadonlySet<Connection>): Promise<void> {
  for (let step = 0; step < 50 && [...clients].some((one) => one.underWay() > 0); step += 1)
    await new Promise((resolveStep) => setImmediate(resolveStep));
}

function addressOf({ listen, port }: ServeFlags): ListenAddress {
  if (listen !== undefined && port !== undefined) throw contradiction('--listen', '--port');
  if (listen === undefined) return { kind: 'tcp', host: '127.0.0.1', port: port ?? usualPort };
  const address = listenAddress(listen);
  if (address !== undefined) return address;
  throw fail('flag_value_invalid', {
    operation: 'argparse',
    target: '--listen',
    value: listen,
    wanted: 'ADDRESS:PORT or unix:PATH',
  });
}

/** Somebody may have replaced or removed it: then nobody is let in by the old one. */
function tokenNow(path: string, problem: (reason: string) => void): string | undefined {
  try {
    return readToken(path);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    problem(error.code);
    return undefined;
  }
}

// A shared store opened by a command: its address read, its tables looked at, its password in no environment that a tool or a log sees.

import { hostname } from 'node:os';
import type { Services } from '../../../cli/command.js';
import { nonce } from '../../../disk/nonce.js';
import { pause } from '../../../disk/pause.js';
import { redactorFor } from '../../../session/redact.js';
import { ownerName } from '../../../store/file-store.js';
import { Connections } from '../../../store/postgres/connections.js';
import type { Sealer } from '../../../store/postgres/fleet-row.js';
import { requireVersion } from '../../../store/postgres/migrate.js';
import { PgStore } from '../../../store/postgres/pg-store.js';
import { type StoreAddress, storeAddress } from '../../../store/postgres/store-address.js';
import { fleetShapes } from '../../../store/read-fleet.js';

export interface OpenStore {
  readonly address: StoreAddress;
  readonly connections: Connections;
  readonly sealer: Sealer;
  /** For whatever a session is given: the store's password is one of its secrets. */
  readonly services: Services;
}

/** A statement of a command: also the large ones. */
const timeoutMs = 60_000;

export function addressOf(url: string, env: Services['env']): StoreAddress {
  const address = storeAddress(url);
  // The driver looks for it in the process's own environment, which tools get: there it is wiped.
  return { ...address, user: address.user ?? env['PGUSER'], password: address.password ?? env['PGPASSWORD'] };
}

/** For one command; whatever becomes of it, the connections are closed afterwards. */
export async function withStore<T>(
  url: string,
  given: Services,
  work: (store: OpenStore) => Promise<T>,
  check: (connections: Connections) => Promise<void> = requireVersion,
): Promise<T> {
  const address = addressOf(url, given.env);
  const name = `ctx ${given.program.version} ${hostname()}`.slice(0, 63);
  const connections = new Connections({ address, name, most: 2, timeoutMs });
  const env = { ...given.env, CTX_STORE: url };
  const services = { ...given, env };
  try {
    await check(connections);
    return await work({
      address,
      connections,
      sealer: { redactor: redactorFor(env), shapes: fleetShapes() },
      services,
    });
  } finally {
    await connections.close();
  }
}

export interface WorkerWishes {
  readonly slots: number;
  readonly labels: readonly string[];
  readonly leaseMs: number;
  readonly fleet?: string | undefined;
}

/** How long a store that does not answer is waited for. */
const patienceMs = 300_000;

export function workerStore({ address, sealer, services }: OpenStore, wishes: WorkerWishes): PgStore {
  const { slots, labels, leaseMs, fleet } = wishes;
  const { program } = services;
  const [host, pid] = [hostname(), process.pid];
  return new PgStore({
    address,
    sealer,
    worker: {
      id: `${host}/${pid}/${nonce()}`,
      owner: ownerName(),
      host,
      pid,
      version: program.version,
      slots,
      labels,
    },
    fleet,
    leaseMs,
    patienceMs,
    // Also while it ends: what is under way has to be written.
    wait: pause,
    now: () => performance.now(),
  });
}

// A store in a database of its own, for one test: workers that are closed behind it, and what its tables say held against its records.

import { afterAll, beforeAll, expect } from 'vitest';
import { countsOf } from '../src/store/fleet-state.js';
import type { Connections } from '../src/store/postgres/connections.js';
import type { PgStore } from '../src/store/postgres/pg-store.js';
import { foldFleet } from '../src/store/postgres/read-store.js';
import { type Postgres, startPostgres } from './postgres.js';
import { setUp, type WorkerOptions, workerOf } from './postgres-fleet.js';

export interface StorePlace {
  readonly url: string;
  readonly connections: Connections;
  readonly worker: (options?: WorkerOptions) => Promise<PgStore>;
  readonly sql: (text: string) => string;
}

/** One server for all tests of a file. */
export function storePlaces() {
  let server: Postgres;
  let databases = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server.close();
  });
  /** A fresh database; what is opened in it is closed behind the test. */
  return async (test: (place: StorePlace) => Promise<void>): Promise<void> => {
    databases += 1;
    const name = `store${databases}`;
    const url = server.database(name);
    const connections = await setUp(url);
    const workers: PgStore[] = [];
    const worker = async (options: WorkerOptions = {}) => {
      const store = await workerOf(url, options);
      workers.push(store);
      return store;
    };
    try {
      await test({ url, connections, worker, sql: (text) => server.sql(text, name) });
    } finally {
      await Promise.all(workers.map((store) => store.close()));
      await connections.close();
    }
  };
}

export const tasks = (count: number) => ({
  tasks: Array.from({ length: count }, (_, at) => `Task ${at}.`),
  models: ['script:hi.yaml'],
});

/** The columns beside a fleet's chain say what its records say. */
export async function expectInStep(
  connections: Connections,
  sql: (text: string) => string,
  id: string,
): Promise<void> {
  const { state, head } = await foldFleet(connections, id);
  const { queued, running } = countsOf(state);
  const columns =
    'head_seq, head_hash, queued, running, failures, spent_microusd, spent_tokens, reserved_microusd, reserved_tokens, closed';
  const { spent, reserved, failures, closed } = state;
  expect(sql(`select ${columns} from ctx.fleet where id = '${id}'`)).toBe(
    [
      head.seq,
      head.hash,
      queued,
      running,
      failures,
      spent.microusd,
      spent.tokens,
      reserved.microusd,
      reserved.tokens,
      closed ? 't' : 'f',
    ].join('|'),
  );
  const rows = [...state.sessions.values()]
    .map((one) => [one.queued.session_id, one.state, one.attempts, one.log, one.reserved.microusd].join('|'))
    .toSorted();
  const found = sql(
    `select id, state, attempts, log, reserved_microusd from ctx.session where fleet = '${id}'`,
  );
  expect(found.split('\n').toSorted()).toEqual(rows);
}

// A store in a real PostgreSQL for tests: fleets put in, workers that claim, and what the tables hold in the end.

import { randomUUID } from 'node:crypto';
import { digestOf } from '../src/disk/digest.js';
import { planFleet } from '../src/fleet/plan-fleet.js';
import { genesis } from '../src/protocol/records/format.js';
import { redactorFor } from '../src/session/redact.js';
import { fleetFormat } from '../src/store/fleet-records.js';
import type { Claim, Ended, SealedLine } from '../src/store/fleet-store.js';
import { Connections } from '../src/store/postgres/connections.js';
import { migrate } from '../src/store/postgres/migrate.js';
import { PgStore } from '../src/store/postgres/pg-store.js';
import { putInFleet } from '../src/store/postgres/put-in-fleet.js';
import { storeAddress } from '../src/store/postgres/store-address.js';
import { fleetShapes } from '../src/store/read-fleet.js';
import type { FleetEntry } from '../src/store/seal-records.js';
import { saying } from './fleet-files.js';
import { temporaryFolder } from './folder.js';

export const sealer = { redactor: redactorFor({}), shapes: fleetShapes() };

export function connectionsTo(url: string): Connections {
  return new Connections({ address: storeAddress(url), name: 'test', most: 4, timeoutMs: 20_000 });
}

export async function setUp(url: string): Promise<Connections> {
  const connections = connectionsTo(url);
  await migrate(connections, { work: [], read: [] });
  return connections;
}

/** The first records of a fleet, planned as the command does. */
export async function entriesOf(
  fleet: { readonly fleet_id: string } & Record<string, unknown>,
): Promise<FleetEntry[]> {
  const cwd = temporaryFolder({ 'hi.yaml': saying('Hello.'), 'fleet.yaml': JSON.stringify(fleet) });
  const { limits, sessions } = await planFleet(['fleet.yaml'], {
    cwd,
    env: {},
    findDefault: async () => undefined,
  });
  return [
    { type: 'fleet.opened', body: { format: fleetFormat, fleet_id: fleet.fleet_id, limits } },
    ...sessions.map(
      ({ plan, queued }, at) =>
        ({ type: 'session.queued', body: queued(plan.sessionId ?? `${fleet.fleet_id}-${at + 1}`) }) as const,
    ),
  ];
}

export async function putIn(
  connections: Connections,
  fleet: { readonly fleet_id: string } & Record<string, unknown>,
): Promise<void> {
  const matrix = { tasks: ['A.'], models: ['script:hi.yaml'] };
  await putInFleet(
    connections,
    sealer,
    await entriesOf({ ...('sessions' in fleet ? {} : { matrix }), ...fleet }),
  );
}

export interface WorkerOptions {
  readonly slots?: number;
  readonly labels?: readonly string[];
  readonly fleet?: string;
  readonly leaseMs?: number;
  readonly patienceMs?: number;
  readonly now?: () => number;
}

export async function workerOf(url: string, options: WorkerOptions = {}): Promise<PgStore> {
  const {
    slots = 10,
    labels = [],
    fleet,
    leaseMs = 30_000,
    patienceMs = 60_000,
    now = () => performance.now(),
  } = options;
  const store = new PgStore({
    address: storeAddress(url),
    sealer,
    worker: {
      id: randomUUID(),
      owner: `${labels.join('+')}test/1`,
      host: 'test',
      pid: 1,
      version: '0',
      slots,
      labels,
    },
    fleet,
    leaseMs,
    patienceMs,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now,
  });
  await store.open();
  return store;
}

/** One that has to be there. */
export async function claimFrom(store: PgStore): Promise<Claim> {
  const next = await store.claim();
  const [claim] = next.kind === 'claims' ? next.claims : [];
  if (claim === undefined) throw new Error(`nothing to claim: ${next.kind}`);
  return claim;
}

export function completed(used: Ended['used'] = { microusd: 0, tokens: 0 }): Ended {
  return { outcome: 'completed', cause: 'completed', used };
}

export function failedBy(cause: string): Ended {
  return { outcome: 'failed', cause, used: { microusd: 0, tokens: 0 } };
}

/** Lines that hang together as those of a log do, each with its hash in it. */
export function lines(count: number, after?: SealedLine, text = 'é\u2028\u0000'.repeat(3)): SealedLine[] {
  const made: SealedLine[] = [];
  for (let at = 0; at < count; at++) {
    const before = made.at(-1) ?? after;
    const [seq, prev] = [(before?.seq ?? -1) + 1, before?.hash ?? genesis];
    const hash = digestOf(JSON.stringify({ prev, seq }));
    made.push({ seq, prev, hash, line: JSON.stringify({ hash, prev, seq, text }) });
  }
  return made;
}

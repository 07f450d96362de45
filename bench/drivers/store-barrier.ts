// How long a commit of a session's records takes, one after the other: store-barrier URL. It is the statement that a run waits for before
// each model call, before tools and at a turn's end.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '../../packages/ctx/src/disk/digest.js';
import { planFleet } from '../../packages/ctx/src/fleet/plan-fleet.js';
import { genesis } from '../../packages/ctx/src/protocol/records/format.js';
import { redactorFor } from '../../packages/ctx/src/session/redact.js';
import type { SealedLine } from '../../packages/ctx/src/store/fleet-store.js';
import { Connections } from '../../packages/ctx/src/store/postgres/connections.js';
import { migrate } from '../../packages/ctx/src/store/postgres/migrate.js';
import { PgStore } from '../../packages/ctx/src/store/postgres/pg-store.js';
import { putInFleet } from '../../packages/ctx/src/store/postgres/put-in-fleet.js';
import { storeAddress } from '../../packages/ctx/src/store/postgres/store-address.js';
import { fleetShapes } from '../../packages/ctx/src/store/read-fleet.js';

const [url = ''] = process.argv.slice(2);
const [warmUp, rounds, recordBytes] = [200, 2000, 700];
const address = storeAddress(url);
const sealer = { redactor: redactorFor({}), shapes: fleetShapes() };

const connections = new Connections({ address, name: 'bench', most: 2, timeoutMs: 20_000 });
await migrate(connections, { work: [], read: [] });
const cwd = mkdtempSync(join(tmpdir(), 'ctx-bench-barrier-'));
try {
  writeFileSync(join(cwd, 's.yaml'), JSON.stringify({ model: 'script/1', replies: [{ say: 'Hi.' }] }));
  const matrix = { tasks: ['A.'], models: ['script:s.yaml'] };
  writeFileSync(join(cwd, 'f.yaml'), JSON.stringify({ fleet_id: 'f', matrix }));
  const plan = await planFleet(['f.yaml'], { cwd, env: {}, findDefault: async () => undefined });
  await putInFleet(connections, sealer, [
    { type: 'fleet.opened', body: { format: 1, fleet_id: 'f', limits: plan.limits } },
    ...plan.sessions.map(({ queued }) => ({ type: 'session.queued' as const, body: queued('f-1') })),
  ]);
} finally {
  rmSync(cwd, { recursive: true, force: true });
}
await connections.close();

const store = new PgStore({
  address,
  sealer,
  worker: { id: 'bench', owner: 'bench/1', host: 'bench', pid: 1, version: '0', slots: 1, labels: [] },
  leaseMs: 60_000,
  patienceMs: 60_000,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => performance.now(),
});
await store.open();
const next = await store.claim();
const [claim] = next.kind === 'claims' ? next.claims : [];
if (claim === undefined) throw new Error('nothing to claim');
const log = store.sharedLog(claim);
// What a commit costs here without us: one row, on a connection of its own, in turns with ours.
const bare = new Connections({ address, name: 'bench', most: 1, timeoutMs: 20_000 });
await bare.rows('create table public.bare (line text)');
const times: number[] = [];
const bareTimes: number[] = [];
let head = { seq: -1, hash: genesis };
for (let round = 0; round < warmUp + rounds; round++) {
  // A model's answer and the call that follows from it.
  const lines: SealedLine[] = [];
  for (let i = 0; i < 2; i++) {
    const [seq, prev] = [head.seq + 1, head.hash];
    const line = JSON.stringify({ prev, seq, text: 'x'.repeat(recordBytes) });
    head = { seq, hash: digestOf(line) };
    lines.push({ ...head, prev, line });
  }
  const began = performance.now();
  await log.commit(lines);
  const between = performance.now();
  await bare.rows('insert into public.bare values ($1)', [lines[0]?.line]);
  if (round < warmUp) continue;
  times.push(between - began);
  bareTimes.push(performance.now() - between);
}
await store.close();
await bare.close();
const at = (part: number, of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length * part)];
process.stdout.write(JSON.stringify({ p50: at(0.5, times), p99: at(0.99, times), bare: at(0.5, bareTimes) }));

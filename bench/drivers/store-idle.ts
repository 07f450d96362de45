// What idle workers ask of a store: store-idle URL ROUNDS. Each round is one worker's second: its sign of life, and a look for work.

import { redactorFor } from '../../packages/ctx/src/session/redact.js';
import { PgStore } from '../../packages/ctx/src/store/postgres/pg-store.js';
import { storeAddress } from '../../packages/ctx/src/store/postgres/store-address.js';
import { fleetShapes } from '../../packages/ctx/src/store/read-fleet.js';

const [url = '', rounds = ''] = process.argv.slice(2);
let seconds = 0;
const store = new PgStore({
  address: storeAddress(url),
  sealer: { redactor: redactorFor({}), shapes: fleetShapes() },
  worker: { id: 'idle', owner: 'idle/1', host: 'idle', pid: 1, version: '0', slots: 4, labels: [] },
  leaseMs: 10_000,
  patienceMs: 60_000,
  wait: async () => {},
  now: () => seconds * 1000,
});
await store.open();
const began = performance.now();
for (seconds = 1; seconds <= Number(rounds); seconds++) {
  await store.beat();
  const next = await store.claim(4);
  if (next.kind === 'claims') throw new Error('there is something to do');
}
const ms = (performance.now() - began) / Number(rounds);
await store.close();
process.stdout.write(JSON.stringify({ ms }));

// Faults of workers, of the database and of what is between them, on a real server, once each; `npm run faults -- fleet --store postgres`
// has all of them. The same must hold after each.

import { expect, it } from 'vitest';
import { builtFolder } from './built.js';
import { storeFaults } from './faults/store/store-faults.js';

it.each([
  'workers killed with -9',
  'a worker frozen past its lease wakes up',
  'database crashed (immediate)',
  'answers of commits lost',
  'failover to a synchronous replica',
])('survives: %s', async (name) => {
  const fault = storeFaults[name];
  if (fault === undefined) throw new Error(`there is no fault ${name}`);
  const found = await fault({ program: builtFolder(), random: () => 0.5 });
  expect(found).toMatchObject({
    completed: found.sessions,
    failed: {},
    missing: 0,
    broken: 0,
    exceeded: 0,
    late: 0,
    unsaid: 0,
    unfinished: 0,
  });
  expect(found.acknowledged).toBeGreaterThan(100);
});

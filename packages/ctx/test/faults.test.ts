// The faults of `npm run faults`, a few of each kind: nothing that was acknowledged is lost, nothing fails in silence, and no
// state is left that is neither the old one nor the new one.

import { expect, it } from 'vitest';
import { builtFolder } from './built.js';
import { campaign, tableOf } from './faults/campaign.js';
import { Place } from './faults/place.js';
import { shimOrNote } from './faults/shim-or-note.js';
import { temporaryFolder } from './folder.js';

it('loses nothing under faults of the disk, kills and other pid namespaces', async () => {
  const seed = 20261117;
  const result = await campaign({
    program: builtFolder(),
    seed,
    sideBySide: 2,
    goesOn: (tries) => tries < 120,
  });
  process.stdout.write(`${tableOf(result)}\nseed ${seed}\n`);
  for (const what of result.untried) process.stdout.write(`not tried: ${what}\n`);
  // Where changes are judged, everything is tried.
  if (process.env['CI'] !== undefined) expect(result.untried).toEqual([]);
  expect(result.found).toEqual([]);
  expect(result.rows.reduce((sum, { tries }) => sum + tries, 0)).toBeGreaterThan(
    result.untried.length > 0 ? 0 : 60,
  );
}, 600_000);

it('really lets the call fail that it names, and no other', async () => {
  const shim = shimOrNote();
  if (shim === undefined) return;
  const place = new Place(temporaryFolder(), builtFolder());
  await place.ask('init');
  const add = ['pad', 'add', 'x', '--output-format', 'json'];
  const counts = await shim.count(place.top, (env) => place.start(add, env));
  expect(counts.get('rename')).toBeGreaterThan(0);
  expect(counts.get('stat')).toBeGreaterThan(0);
  const first = shim.fault(place.top, { call: 'rename', how: 'ENOSPC' }, 1);
  expect(JSON.parse((await place.start(add, first.env)).stdout)).toMatchObject({
    error: { code: 'disk_full' },
  });
  expect(first.hit()).toBe(true);
  // Node has no name for it.
  const quota = shim.fault(place.top, { call: 'write', how: 'EDQUOT' }, 1);
  expect(JSON.parse((await place.start(add, quota.env)).stdout)).toMatchObject({
    error: { code: 'disk_full' },
  });
  const beyond = shim.fault(place.top, { call: 'rename', how: 'ENOSPC' }, 1_000);
  expect((await place.start(add, beyond.env)).exitCode).toBe(0);
  expect(beyond.hit()).toBe(false);
});

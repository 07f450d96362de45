// Two calls that begin in the same fresh home make the same folders. For one of them a parent appears between two looks: its
// mkdir says ENOENT, and the parent is there.

import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { builtFolder } from './built.js';
import { Place } from './faults/place.js';
import { shimOrNote } from './faults/shim-or-note.js';
import { temporaryFolder } from './folder.js';

it('a first entry is kept although another process made the parent of a folder just then', async () => {
  const shim = shimOrNote();
  if (shim === undefined) return;
  const place = new Place(temporaryFolder(), builtFolder());
  await place.ask('init');
  const parent = place.path('home/.config');
  mkdirSync(parent, { recursive: true });
  const { env, hit } = shim.fault(`${parent}/ctx`, { call: 'mkdir', how: 'ENOENT' }, 1);
  const answer = await place.start(['pad', 'add', 'first', '--output-format', 'json'], env);
  expect(hit()).toBe(true);
  expect(JSON.parse(answer.stdout)).toMatchObject({ exit_code: 0 });
  expect(JSON.stringify((await place.ask('pad')).data)).toContain('first');
});

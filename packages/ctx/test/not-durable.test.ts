// A write whose rename happened and whose folder could not be synced: the new bytes are there, and nobody says that nothing
// was changed.

import { expect, it } from 'vitest';
import { builtFolder } from './built.js';
import { Place } from './faults/place.js';
import { shimOrNote } from './faults/shim-or-note.js';
import { temporaryFolder } from './folder.js';

it.each([
  { argv: ['task', 'add', 'kept'], listing: ['task', 'list'], sync: 2 },
  { argv: ['pad', 'add', 'kept'], listing: ['pad'], sync: 4 },
])(
  '$argv whose folder cannot be synced says that it is written, but not known to be durable',
  async ({ argv, listing, sync }) => {
    const shim = shimOrNote();
    if (shim === undefined) return;
    const place = new Place(temporaryFolder(), builtFolder());
    await place.ask('init');
    // One sync is of the file itself, the next of its folder; the pad keeps its state before in the same way first.
    const { env, hit } = shim.fault(`${place.cwd}/.context`, { call: 'fsync', how: 'EIO' }, sync);
    const answer = await place.start([...argv, '--output-format', 'json'], env);
    expect(hit()).toBe(true);
    const { exit_code, error } = JSON.parse(answer.stdout);
    expect({ exit_code, code: error.code }).toEqual({ exit_code: 1, code: 'not_durable' });
    expect(error.message).not.toMatch(/nothing was changed/i);
    expect(JSON.stringify((await place.ask(...listing)).data)).toContain('kept');
  },
);

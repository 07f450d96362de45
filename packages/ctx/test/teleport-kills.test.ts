// A few of the kills of `npm run faults -- teleport`.

import { expect, it } from 'vitest';
import { builtFolder } from './built.js';
import { teleportKills } from './faults/teleport-kills.js';

it('leaves one whole session that goes on in one place, whichever side is killed or has no disk left', async () => {
  const { found, cut } = await teleportKills({ program: builtFolder(), seed: 20261118, tries: 8 });
  expect(found).toEqual([]);
  expect(cut).toBeGreaterThan(4);
}, 600_000);

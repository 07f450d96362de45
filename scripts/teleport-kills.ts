// Kills one side of a teleport at random moments of its own writing: npm run faults -- teleport [--tries N] [--seed N].

import { join } from 'node:path';
import { teleportKills } from '../packages/ctx/test/faults/teleport-kills.js';

export async function runTeleportKills(tries: number, seed: number): Promise<boolean> {
  const program = join(import.meta.dirname, '../packages/ctx/dist');
  const { cut, endings, found } = await teleportKills({ program, seed, tries });
  for (const what of found) console.error(`WRONG ${what}`);
  for (const [ending, count] of [...endings].toSorted()) console.log(`${ending}: ${count}`);
  console.log(`${tries} teleports, ${cut} of them cut off, ${found.length} wrong, seed ${seed}`);
  return found.length === 0;
}

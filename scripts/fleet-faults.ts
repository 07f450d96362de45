// Faults against fleets on one machine, and the table of docs/reliability.md: npm run faults -- fleet [--tries N] [--seed N].

import { join } from 'node:path';
import { fleetFaults } from '../packages/ctx/test/faults/fleet-faults.js';
import { randomFrom } from '../packages/ctx/test/faults/random.js';

export async function runFleetFaults(tries: number, seed: number): Promise<boolean> {
  const program = join(import.meta.dirname, '../packages/ctx/dist');
  const rows = await fleetFaults({ program, tries, random: randomFrom(seed) });
  console.log(
    '| fault | tries | resumed | records missing | broken chains | budgets exceeded | tools unsaid | unfinished |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const { kind, tries: tried, resumed, missing, broken, exceeded, unsaid, unfinished } of rows)
    console.log(`| ${[kind, tried, resumed, missing, broken, exceeded, unsaid, unfinished].join(' | ')} |`);
  console.log(`\nseed ${seed}, ${tries} tries`);
  return rows.every(({ missing, broken, exceeded, unsaid, unfinished }) =>
    [missing, broken, exceeded, unsaid, unfinished].every((count) => count === 0),
  );
}

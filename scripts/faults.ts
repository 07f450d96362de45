// Lets calls of ctx fail, kills it and runs it in other pid namespaces, for as long as it is told, and prints the table of
// docs/reliability.md: npm run faults -- --minutes 10 [--seed N]. With `teleport` it kills either side of teleports
// instead, with `fleet` the process that conducts a fleet, and with `fleet --store postgres` workers, databases and what is between them.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { campaign, tableOf } from '../packages/ctx/test/faults/campaign.js';

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string' },
    tries: { type: 'string' },
    seed: { type: 'string' },
    store: { type: 'string' },
    only: { type: 'string' },
  },
  allowPositionals: true,
});
const minutes = Number(values.minutes ?? 10);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const isStoreKnown = values.store === undefined || values.store === 'postgres';
if (!(minutes > 0) || !Number.isInteger(seed) || !isStoreKnown) {
  console.error(
    'usage: npm run faults -- [teleport [--tries N] | fleet [--tries N] [--store postgres [--only WORDS]] | --minutes N] [--seed N]',
  );
  process.exit(2);
}

if (positionals[0] === 'teleport') {
  const { runTeleportKills } = await import('./teleport-kills.js');
  process.exit((await runTeleportKills(Number(values.tries ?? 200), seed)) ? 0 : 1);
}

if (positionals[0] === 'fleet') {
  const { runFleetFaults, runStoreFaults } = await import('./fleet-faults.js');
  if (values.store === 'postgres')
    process.exit((await runStoreFaults(Number(values.tries ?? 1), seed, values.only ?? '')) ? 0 : 1);
  process.exit((await runFleetFaults(Number(values.tries ?? 100), seed)) ? 0 : 1);
}

const end = Date.now() + minutes * 60_000;
const result = await campaign({
  program: join(import.meta.dirname, '../packages/ctx/dist'),
  seed,
  sideBySide: 2,
  goesOn: () => Date.now() < end,
});
for (const { kind, what, why } of result.found) console.error(`${kind.toUpperCase()} ${what}: ${why}`);
for (const what of result.untried) console.error(`NOT TRIED ${what}`);
console.log(tableOf(result));
console.log(`\nseed ${seed}, ${minutes} minutes`);
process.exit(result.found.length === 0 && result.untried.length === 0 ? 0 : 1);

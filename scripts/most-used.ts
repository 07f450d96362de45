// Says which of an ecosystem's most used packages are neither in a table of the scan nor marked as not concerning it:
// npm run most-used

import { contradicted, ecosystems, mostUsed, undecided } from './most-used/check.js';

let open = 0;
for (const ecosystem of ecosystems) {
  const { packages, origin, order } = mostUsed(ecosystem);
  const [names, wrong] = [undecided(ecosystem), contradicted(ecosystem)];
  console.log(`${ecosystem}: ${packages.length} packages of ${origin} (${order}), ${names.length} undecided`);
  for (const name of names) console.log(`  ${name}`);
  for (const name of wrong) console.log(`  ${name} is marked as not concerning, and in a table`);
  open += names.length + wrong.length;
}
if (open > 0) {
  console.log(
    '\nPut each into its table in packages/ctx/src/scan/tables, or into scripts/most-used/not-concerning.',
  );
  process.exitCode = 1;
}

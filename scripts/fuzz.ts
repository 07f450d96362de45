// Tries hostile input for as long as it is told: npm run fuzz -- --seconds 60 [--seed N] [--only WORDS].

import { parseArgs } from 'node:util';
import { properties } from '../packages/ctx/test/fuzz/properties.js';

const { values } = parseArgs({
  options: { seconds: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const seconds = Number(values.seconds ?? 60);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const chosen = properties.filter(({ name }) => name.includes(values.only ?? ''));
if (!(seconds > 0) || !Number.isInteger(seed) || chosen.length === 0) {
  console.error('usage: npm run fuzz -- [--seconds N] [--seed N] [--only WORDS]');
  process.exit(2);
}

let found = 0;
for (const { name, fuzz } of chosen) {
  const interruptAfterTimeLimit = (seconds * 1000) / chosen.length;
  let tried = 0;
  try {
    fuzz({
      seed,
      numRuns: Number.MAX_SAFE_INTEGER,
      interruptAfterTimeLimit,
      markInterruptAsFailure: false,
      reporter: ({ numRuns, failed, counterexample, errorInstance }) => {
        tried = numRuns;
        if (!failed) return;
        found += 1;
        console.error(`FOUND ${JSON.stringify(counterexample)}\n${errorInstance ?? ''}`);
      },
    });
  } catch (error) {
    found += 1;
    console.error(error);
  }
  console.log(`${String(tried).padStart(9)} tried  ${name}`);
}
console.log(`seed ${seed}: ${found === 0 ? 'clean' : `${found} found`}`);
process.exit(found === 0 ? 0 : 1);

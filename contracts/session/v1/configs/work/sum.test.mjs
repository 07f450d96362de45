import { sum } from './sum.mjs';

const checks = [
  ['nothing spent', [], 0],
  ['one amount', [7], 7],
  ['three amounts', [1, 2, 3], 6],
];

const failed = checks.filter(([, amounts, expected]) => sum(amounts) !== expected);
for (const [name, amounts, expected] of failed) {
  process.stdout.write(`FAILED ${name}: expected ${expected}, got ${sum(amounts)}\n`);
}
process.stdout.write(`${checks.length - failed.length} of ${checks.length} checks passed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

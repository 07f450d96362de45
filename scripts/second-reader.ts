// Compares the second reader (contracts/session/v1/verify.py) with ctx verify on many more cases than its test, and prints a table.
// npx tsx scripts/second-reader.ts [RANDOM-SESSIONS [SEED]]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Case,
  chained,
  disagreements,
  kept,
  logOf,
  mutated,
  numbers,
} from '../packages/ctx/test/second-reader-cases.js';

const random = Number(process.argv[2] ?? 5000);
const pick = numbers(Number(process.argv[3] ?? 1));
const folder = mkdtempSync(join(tmpdir(), 'second-reader-'));
const all = kept();
const small = all.find((one) => one.name.endsWith('small.jsonl'))?.bytes ?? Buffer.alloc(0);

function mutations(): Case[] {
  const logs = all
    .filter((one) => !one.name.includes('damaged'))
    .map((one) => ({ name: one.name, log: logOf(one.bytes) }));
  const any = () => logs[pick(logs.length)] ?? { name: '', log: [] };
  return Array.from({ length: random }, (_, number) => {
    const { name, log } = any();
    return { name: `${name} #${number}`, bytes: chained(mutated(log, any().log, pick)) };
  });
}

const without = (at: number, instead: number[]) =>
  Buffer.concat([small.subarray(0, at), Buffer.from(instead), small.subarray(at + 1)]);

const kinds: [string, () => Case[]][] = [
  ['goldens, corpus and fixtures', () => all],
  ['random sessions with a chain that holds', mutations],
  ...Array.from({ length: 8 }, (_, bit): [string, () => Case[]] => [
    `bit ${bit} of every byte of a small session`,
    () =>
      Array.from(small, (byte, at) => ({
        name: `byte ${at}, bit ${bit}`,
        bytes: without(at, [byte ^ (1 << bit)]),
      })),
  ]),
  [
    'every byte left out',
    () => Array.from(small, (_, at) => ({ name: `without byte ${at}`, bytes: without(at, []) })),
  ],
  [
    'a line feed before every byte',
    () => Array.from(small, (byte, at) => ({ name: `LF at ${at}`, bytes: without(at, [10, byte]) })),
  ],
  [
    'cut off behind every byte',
    () => Array.from(small, (_, at) => ({ name: `${at} bytes`, bytes: small.subarray(0, at) })),
  ],
];

let wrong = 0;
for (const [kind, make] of kinds) {
  const cases = make();
  const differ = await disagreements(cases, folder);
  wrong += differ.length;
  process.stdout.write(
    `${kind.padEnd(42)} ${String(cases.length).padStart(6)} cases, ${cases.length - differ.length} agreed, ${differ.length} disagreed\n`,
  );
  for (const one of differ.slice(0, 5)) process.stdout.write(`  ${one}\n`);
}
rmSync(folder, { recursive: true });
process.exitCode = wrong === 0 ? 0 : 1;

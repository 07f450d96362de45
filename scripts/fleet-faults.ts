// Faults against fleets, and the tables of docs/reliability.md and docs/fleets.md: npm run faults -- fleet [--tries N] [--seed N] on one
// machine, with --store postgres against a real database (--only WORDS tries those faults alone).

import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fleetFaults } from '../packages/ctx/test/faults/fleet-faults.js';
import { randomFrom } from '../packages/ctx/test/faults/random.js';
import type { Finding } from '../packages/ctx/test/faults/store/findings.js';
import { storeFaults } from '../packages/ctx/test/faults/store/store-faults.js';

const program = process.env['CTX_PROGRAM'] ?? join(import.meta.dirname, '../packages/ctx/dist');

export async function runFleetFaults(tries: number, seed: number): Promise<boolean> {
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

export async function runStoreFaults(tries: number, seed: number, only: string): Promise<boolean> {
  const random = randomFrom(seed);
  const chosen = Object.entries(storeFaults).filter(([name]) => name.includes(only));
  console.log(
    '| fault | tries | sessions | completed | others, by cause | takeovers | records seen | missing | broken chains | budgets exceeded | tools started late | tools unsaid | model calls paid again | unfinished |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  let isSound = true;
  for (const [name, fault] of chosen) {
    const found: Finding[] = [];
    for (let i = 0; i < tries; i++) found.push(await fault({ program, random }));
    const sum = (count: (one: Finding) => number) => found.reduce((all, one) => all + count(one), 0);
    const wrong = (['missing', 'broken', 'exceeded', 'late', 'unsaid', 'unfinished'] as const).map((what) =>
      sum((one) => one[what]),
    );
    if (wrong.some((count) => count > 0)) isSound = false;
    const [missing, broken, exceeded, late, unsaid, unfinished] = wrong;
    const cells = [
      name,
      tries,
      sum(({ sessions }) => sessions),
      sum(({ completed }) => completed),
      causesOf(found),
      sum(({ takeovers }) => takeovers),
      sum(({ acknowledged }) => acknowledged),
      missing,
      broken,
      exceeded,
      late,
      unsaid,
      sum(({ paidAgain }) => paidAgain),
      unfinished,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  console.log(`\nseed ${seed}, load ${loadavg()[0]?.toFixed(1)} on this machine`);
  return isSound;
}

function causesOf(found: readonly Finding[]): string {
  const causes = new Map<string, number>();
  for (const { failed } of found)
    for (const [cause, count] of Object.entries(failed)) causes.set(cause, (causes.get(cause) ?? 0) + count);
  return [...causes].map(([cause, count]) => `${count} ${cause}`).join(', ') || '–';
}

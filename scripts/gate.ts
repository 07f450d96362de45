// A ring of the gate: the first (`npm test`), its quick inner loop (--quick), or the second, with the hosts (--hosts).
// Each step says what it checks, what it took and what is wrong.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { memoryFolder } from './in-memory.js';

type Ring = 'first' | 'quick' | 'hosts';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly rings: readonly Ring[];
  /** Its temporary files are kept in memory, where that can be. */
  readonly inMemory?: true;
}

const root = join(import.meta.dirname, '..');
const vitest = ['vitest', 'run', '--reporter=default', '--reporter=./scripts/slowest-files.ts'];
// CI also holds the share of lines that the tests reach; whoever waits for an answer does not wait for that.
const coverage = process.env['CI'] === undefined ? [] : ['--coverage', '--coverage.reporter=text-summary'];
const steps: readonly Step[] = [
  {
    name: 'programs that the tests need',
    command: ['tsx', 'scripts/system-programs.ts'],
    rings: ['first', 'hosts'],
  },
  {
    name: 'package-lock.json is complete',
    command: ['tsx', 'scripts/lock-entries.ts'],
    rings: ['first', 'quick'],
  },
  { name: 'hosts that the tests drive', command: ['tsx', 'scripts/real-hosts.ts'], rings: ['hosts'] },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'], rings: ['first', 'quick', 'hosts'] },
  { name: 'types', command: ['tsc', '-p', '.'], rings: ['first', 'quick'] },
  {
    name: 'format and lint',
    command: ['biome', 'ci', '--error-on-warnings', '.'],
    rings: ['first', 'quick'],
  },
  {
    name: 'doors',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'packages/ctx/src', 'packages/ctxctl/src'],
    rings: ['first', 'quick'],
  },
  {
    name: 'generated files',
    command: ['tsx', 'scripts/generate.ts', '--check'],
    rings: ['first', 'quick'],
  },
  { name: 'unused code and dependencies', command: ['knip', '--no-progress'], rings: ['first', 'quick'] },
  { name: 'tests', command: [...vitest, ...coverage], rings: ['first'], inMemory: true },
  {
    name: 'tests of what changed',
    command: ['vitest', 'run', '--changed', '--passWithNoTests', 'packages/ctx/src', 'packages/ctxctl/src'],
    rings: ['quick'],
    inMemory: true,
  },
  {
    name: 'tests with real hosts',
    command: [...vitest, '--config', 'vitest.hosts.config.ts'],
    rings: ['hosts'],
  },
  {
    name: 'the clean-host contract',
    command: ['node', 'scripts/clean-host-contract'],
    rings: ['hosts'],
  },
];

const ring = (['quick', 'hosts'] as const).find((name) => process.argv.includes(`--${name}`)) ?? 'first';
const took: [string, number][] = [];

for (const step of steps.filter(({ rings }) => rings.includes(ring))) {
  console.log(`\n== ${step.name}`);
  const start = performance.now();
  const folder = step.inMemory && memoryFolder();
  if (folder?.without !== undefined)
    console.log(`Temporary files are on disk, which is slower: ${folder.without}`);
  const [program = '', ...words] = [...(folder?.before ?? []), ...step.command];
  const { status, error } = spawnSync(program, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH']}` },
  });
  folder?.remove();
  took.push([step.name, performance.now() - start]);
  if (status !== 0) {
    console.error(`\nThe gate is closed: ${step.name} failed (${step.command.join(' ')}).`);
    if (error !== undefined) console.error(error.message);
    process.exit(1);
  }
}

console.log('\nThe gate is open.');
for (const [name, milliseconds] of took)
  console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`);
const sum = took.reduce((all, [, milliseconds]) => all + milliseconds, 0);
console.log(`${(sum / 1000).toFixed(1).padStart(7)} s  together`);

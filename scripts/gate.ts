// The whole gate, or with --quick its inner loop. Each step says what it checks, what it took and what is wrong.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** Part of the quick inner loop too. */
  readonly quick: boolean;
}

const root = join(import.meta.dirname, '..');
const steps: readonly Step[] = [
  { name: 'programs that the tests need', command: ['tsx', 'scripts/system-programs.ts'], quick: false },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'], quick: true },
  { name: 'types', command: ['tsc', '-p', '.'], quick: true },
  { name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings', '.'], quick: true },
  {
    name: 'doors',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'packages/ctx/src', 'packages/ctxctl/src'],
    quick: true,
  },
  { name: 'generated files', command: ['tsx', 'scripts/generate.ts', '--check'], quick: true },
  { name: 'unused code and dependencies', command: ['knip', '--no-progress'], quick: true },
  { name: 'tests and coverage', command: ['vitest', 'run', '--coverage'], quick: false },
  { name: 'unit tests', command: ['vitest', 'run', 'packages/ctx/src', 'packages/ctxctl/src'], quick: true },
];

const quick = process.argv.includes('--quick');
const chosen = steps.filter((step) => (quick ? step.quick : step.name !== 'unit tests'));
const took: [string, number][] = [];

for (const step of chosen) {
  console.log(`\n== ${step.name}`);
  const start = performance.now();
  const [program = '', ...words] = step.command;
  const { status, error } = spawnSync(program, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH']}` },
  });
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

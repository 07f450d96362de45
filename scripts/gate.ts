// The whole gate, or with --quick its inner loop. Each step says what it checks, what it took and what is wrong.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** Part of the whole gate, of its quick inner loop, or of both. */
  readonly part: 'whole' | 'quick' | 'both';
}

const root = join(import.meta.dirname, '..');
const steps: readonly Step[] = [
  { name: 'programs that the tests need', command: ['tsx', 'scripts/system-programs.ts'], part: 'whole' },
  { name: 'hosts that the tests drive', command: ['tsx', 'scripts/real-hosts.ts'], part: 'whole' },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'], part: 'both' },
  { name: 'types', command: ['tsc', '-p', '.'], part: 'both' },
  { name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings', '.'], part: 'both' },
  {
    name: 'doors',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'packages/ctx/src', 'packages/ctxctl/src'],
    part: 'both',
  },
  { name: 'generated files', command: ['tsx', 'scripts/generate.ts', '--check'], part: 'both' },
  { name: 'unused code and dependencies', command: ['knip', '--no-progress'], part: 'both' },
  { name: 'tests and coverage', command: ['vitest', 'run', '--coverage'], part: 'whole' },
  {
    name: 'tests of what changed',
    command: ['vitest', 'run', '--changed', '--passWithNoTests', 'packages/ctx/src', 'packages/ctxctl/src'],
    part: 'quick',
  },
];

const wanted = process.argv.includes('--quick') ? 'quick' : 'whole';
const chosen = steps.filter(({ part }) => part === wanted || part === 'both');
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

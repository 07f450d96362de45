// A ring of the gate: the first (`npm test`), its quick inner loop (--quick), or the second, with the hosts (--hosts).
// Each step says what it checks, what it took and what is wrong.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { notRoot, rootPlace } from './as-root.js';
import { memoryFolder } from './in-memory.js';

type Ring = 'first' | 'quick' | 'hosts';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly rings: readonly Ring[];
  /** It only looks at files: it runs side by side with its neighbours that do. */
  readonly looks?: true;
  /** Its temporary files are kept in memory, where that can be. */
  readonly inMemory?: true;
}

const root = join(import.meta.dirname, '..');
const vitest = ['vitest', 'run', '--reporter=default', '--reporter=./scripts/slowest-files.ts'];
// The compiler itself; the package `typescript` is the one that other tools load as a library.
const tsc = ['node', 'node_modules/typescript-native/bin/tsc', '-p'];
// CI also holds the share of lines that the tests reach; whoever waits for an answer does not wait for that.
const coverage = process.env['CI'] === undefined ? [] : ['--coverage', '--coverage.reporter=text-summary'];
const steps: readonly Step[] = [
  {
    name: 'programs that the tests need',
    command: ['tsx', 'scripts/system-programs.ts'],
    rings: ['first'],
  },
  {
    name: 'programs that the tests with hosts need',
    command: ['tsx', 'scripts/system-programs.ts', '--hosts'],
    rings: ['hosts'],
  },
  {
    name: 'package-lock.json is complete',
    command: ['tsx', 'scripts/lock-entries.ts'],
    rings: ['first', 'quick'],
  },
  { name: 'hosts that the tests drive', command: ['tsx', 'scripts/real-hosts.ts'], rings: ['hosts'] },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'], rings: ['first', 'quick', 'hosts'] },
  { name: 'types', command: [...tsc, '.'], rings: ['first', 'quick'], looks: true },
  {
    name: 'types of the page',
    command: [...tsc, 'packages/ctx/page'],
    rings: ['first', 'quick'],
    looks: true,
  },
  {
    name: 'format and lint',
    command: ['biome', 'ci', '--error-on-warnings', '.'],
    rings: ['first', 'quick'],
    looks: true,
  },
  {
    name: 'doors',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'packages/ctx/src', 'packages/ctxctl/src'],
    rings: ['first', 'quick'],
    looks: true,
  },
  {
    name: 'generated files',
    command: ['tsx', 'scripts/generate.ts', '--check'],
    rings: ['first', 'quick'],
    looks: true,
  },
  {
    name: 'unused code and dependencies',
    command: ['knip', '--no-progress'],
    rings: ['first', 'quick'],
    looks: true,
  },
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
const start = performance.now();

for (const stage of stagesOf(steps.filter(({ rings }) => rings.includes(ring)))) {
  const failures = await Promise.all(stage.map((step) => run(step, stage.length > 1)));
  if (failures.every((failure) => failure === undefined)) continue;
  for (const failure of failures) if (failure !== undefined) console.error(failure);
  process.exit(1);
}

console.log('\nThe gate is open.');
for (const [name, milliseconds] of [...took, ['together', performance.now() - start] as const])
  console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`);

function stagesOf(all: readonly Step[]): Step[][] {
  const stages: Step[][] = [];
  for (const step of all) {
    const last = stages.at(-1);
    if (step.looks && last?.[0]?.looks) last.push(step);
    else stages.push([step]);
  }
  return stages;
}

/** What to say if it fails. With others beside it, what it prints comes in one piece when it has ended. */
async function run(step: Step, beside: boolean): Promise<string | undefined> {
  const { name, command, inMemory } = step;
  const title = `\n== ${name}`;
  if (!beside) console.log(title);
  const start = performance.now();
  const place = inMemory && rootPlace();
  if (place?.without !== undefined)
    return `\n${notRoot(place.without)}\n\nThe gate is closed: ${name} did not begin.`;
  const folder = place && memoryFolder(place.before);
  if (folder?.without !== undefined)
    console.log(`Temporary files are on disk, which is slower: ${folder.without}`);
  const before = folder?.without === undefined ? folder?.before : place?.before;
  const [program = '', ...words] = [...(before ?? []), ...command];
  const child = spawn(program, words, {
    cwd: root,
    stdio: ['inherit', beside ? 'pipe' : 'inherit', beside ? 'pipe' : 'inherit'],
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH']}` },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const problem = await once(child, 'close').then(
    ([code, signal]) => (code === 0 ? undefined : `ended with ${signal ?? code}`),
    (error: unknown) => String(error),
  );
  folder?.remove();
  took.push([name, performance.now() - start]);
  if (beside) console.log(`${title}\n${said.trimEnd()}`);
  return problem && `\nThe gate is closed: ${name} failed (${command.join(' ')}): ${problem}.`;
}

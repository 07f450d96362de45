// A whole ring again and again: in random order, alone, with every core burning, and on one core. Ends at the first
// failure and says how to have it again. The first ring, or with --hosts the second.
//
//   npm run test:stress [-- --hosts] [--rounds N] [--seed SEED] [--condition NAME] [FILE…]

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rootPlace } from './as-root.js';
import { memoryFolder } from './in-memory.js';
import { type Burners, startBurners } from './stress/burners.js';

/** The quickest first: what fails everywhere is seen soonest. */
const conditions = ['alone', 'burning', 'one-core'] as const;
type Condition = (typeof conditions)[number];

const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string' },
    condition: { type: 'string' },
    hosts: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const only = conditions.find((name) => name === values.condition);
if (!Number.isInteger(rounds) || rounds < 1 || (values.condition !== undefined && only === undefined)) {
  console.error(`--rounds is a whole number above 0, --condition one of ${conditions.join(', ')}`);
  process.exit(1);
}

const ring = values.hosts
  ? { flag: ['--hosts'], prepared: [['system-programs.ts', '--hosts'], ['real-hosts.ts']] }
  : { flag: [], prepared: [['system-programs.ts']] };

// As the gate does first: a round without them would fail for that alone, after minutes.
for (const [script = '', ...words] of ring.prepared) {
  const tsx = join(root, 'node_modules', '.bin', 'tsx');
  const { status } = spawnSync(tsx, [join(root, 'scripts', script), ...words], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

const asRoot = rootPlace();
if (asRoot.without !== undefined) {
  console.error(
    `Not root, and no user namespace in which to be: ${asRoot.without}. \`npm test\` says what to do.`,
  );
  process.exit(1);
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(signal));

for (let round = 1; round <= rounds; round++) {
  const condition = only ?? conditions[(round - 1) % conditions.length] ?? conditions[0];
  const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000));
  const start = performance.now();
  const { passed, said } = await attempt(condition, seed);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const result = stop.signal.aborted ? 'called off' : passed ? 'passed' : 'FAILED';
  console.log(
    `round ${round} of ${rounds}  seed ${seed.padStart(6)}  ${condition.padEnd(8)}  ${seconds} s  ${result}`,
  );
  if (stop.signal.aborted) process.exit(stop.signal.reason === 'SIGTERM' ? 143 : 130);
  if (passed) continue;
  console.error(said.slice(-20_000));
  const again = [...ring.flag, '--rounds 1', `--seed ${seed}`, `--condition ${condition}`, ...positionals];
  console.error(`Again: npm run test:stress -- ${again.join(' ')}`);
  process.exit(1);
}

async function attempt(condition: Condition, seed: string): Promise<{ passed: boolean; said: string }> {
  let burners: Burners | undefined;
  const folder = values.hosts ? undefined : memoryFolder(asRoot.before);
  try {
    if (condition === 'burning') burners = await startBurners(availableParallelism());
    const config = values.hosts ? ['--config', 'vitest.hosts.config.ts'] : [];
    const order = ['--sequence.shuffle', `--sequence.seed=${seed}`];
    const words = ['run', '--reporter=dot', ...config, ...order, ...positionals];
    const pinned = condition === 'one-core' ? ['taskset', '-c', firstCore()] : [];
    const before = folder !== undefined && folder.without === undefined ? folder.before : asRoot.before;
    return await runVitest([...before, ...pinned], words);
  } finally {
    folder?.remove();
    burners?.end();
  }
}

/** Of those that this process may use: a container, or whoever called this, may keep it off the first of the machine. */
function firstCore(): string {
  const allowed = /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return allowed?.[1] ?? '0';
}

/** Vitest and all that it started, ended together when this is called off. */
async function runVitest(before: readonly string[], words: readonly string[]) {
  const [program = '', ...rest] = [...before, join(root, 'node_modules', '.bin', 'vitest'), ...words];
  const child = spawn(program, rest, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, NO_COLOR: '1' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const end = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  stop.signal.addEventListener('abort', end, { once: true });
  if (stop.signal.aborted) end();
  const [code] = await once(child, 'close');
  stop.signal.removeEventListener('abort', end);
  return { passed: code === 0, said };
}

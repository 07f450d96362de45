// A fleet in a real database with three workers, followed by a client: what a fault does to it, and what must hold afterwards.

import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Postgres } from '../../postgres.js';
import { type Finding, findings } from './findings.js';
import { Machines, type WorkerProcess } from './worker-processes.js';

export const leaseSeconds = 2;
export const slots = 3;
const sessions = 9;
const steps = 3;

export interface SharedFleetOptions {
  readonly program: string;
  readonly server: Postgres;
  /** How workers and clients reach it. */
  readonly url: string;
  readonly fleets?: readonly string[];
  /** What the clocks of the workers are off by. */
  readonly shiftsMs?: readonly number[];
}

export interface SharedFleet {
  readonly machines: Machines;
  readonly url: string;
  readonly boss: string;
  workers(): WorkerProcess[];
  /** One more, on a machine of its own. */
  newWorker(): WorkerProcess;
  /** How many tools were started so far. */
  effects(): number;
  /** Until so many tools were started, or the fleet is over. */
  untilEffects(count: number): Promise<void>;
}

/** Runs it with a disturbance, to its end; what is left of it then. */
export async function disturbed(
  options: SharedFleetOptions,
  disturb: (fleet: SharedFleet) => Promise<void>,
): Promise<Finding> {
  const { program, server, url, fleets = ['f'], shiftsMs = [0, 0, 0] } = options;
  const top = mkdtempSync(join(realpathSync(tmpdir()), 'ctx-store-faults-'));
  const effectsFile = join(top, 'effects');
  const machines = new Machines(top, program, filesOf(fleets, effectsFile));
  const boss = machines.folder('boss');
  const followers: WorkerProcess[] = [];
  const running = () =>
    machines.all.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  try {
    const migrated = await machines.call(boss, ['fleet', 'migrate', '--store', url]);
    if (migrated.code !== 0) throw new Error(`migrate: ${migrated.stdout}`);
    for (const id of fleets)
      followers.push(machines.start(boss, ['fleet', 'run', `${id}.yaml`, '--store', url, '--slots', '0']));
    for (const shift of shiftsMs) machines.worker(url, { slots, lease: leaseSeconds }, shift);
    const deadline = performance.now() + longestMs;
    let isOver = false;
    const over = Promise.all(followers.map(({ ended }) => ended)).then(() => {
      isOver = true;
    });
    const effects = () =>
      existsSync(effectsFile) ? readFileSync(effectsFile, 'utf8').split('\n').length - 1 : 0;
    const fleet: SharedFleet = {
      machines,
      url,
      boss,
      workers: running,
      newWorker: () => machines.worker(url, { slots, lease: leaseSeconds }),
      effects,
      async untilEffects(count) {
        while (effects() < count && !isOver && performance.now() < deadline) await wait(20);
      },
    };
    await disturb(fleet);
    await Promise.race([over, wait(Math.max(0, deadline - performance.now()), undefined, { ref: false })]);
    for (const { child } of running()) child.kill('SIGTERM');
    await Promise.race([
      Promise.all(machines.all.map(({ ended }) => ended)),
      wait(30_000, undefined, { ref: false }),
    ]);
    if (!isOver) tellOfHanging(machines);
    const known = {
      machines,
      boss,
      url,
      server,
      followers,
      effectsFile,
      fleets,
      expected: sessions * fleets.length,
    };
    return await findings(known);
  } finally {
    for (const { child } of [...machines.all, ...followers]) child.kill('SIGKILL');
    rmSync(top, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** For whoever looks for a cause: what each process said last. */
function tellOfHanging(machines: Machines): void {
  for (const { folder, child, told } of machines.all) {
    const last = JSON.stringify(told().slice(-2));
    process.stderr.write(
      `${folder} ${child.exitCode ?? child.signalCode} ${last} ${machines.said(folder)}\n`,
    );
  }
}

/** However busy the machine is. */
const longestMs = 150_000;

function filesOf(fleets: readonly string[], effects: string): Record<string, string> {
  const usage = { input_tokens: 10, output_tokens: 5 };
  const replies = [
    ...Array.from({ length: steps }, (_, i) => ({
      say: `Step ${i}.`,
      delay_ms: 100,
      usage,
      call: [{ tool: 'bash', input: { command: `echo "$PWD $(date +%s%3N) ${i}" >> ${effects}` } }],
    })),
    { say: 'Done.', delay_ms: 100, usage },
  ];
  const price = { input_usd_per_mtok: 1000, output_usd_per_mtok: 1000 };
  const fleetOf = (fleet_id: string) => ({
    fleet_id,
    at_once: 6,
    // For six at once, and for all of them only because what is left is given back.
    budget: { max_usd: 6 * 0.5 },
    retry: { times: 2, on: ['worker_lost'], wait_seconds: 0 },
    defaults: {
      model: 'script:s.yaml',
      scratch: true,
      budget: { max_usd: 0.5 },
      policy: { allow: ['bash'] },
      sandbox: 'off',
    },
    matrix: { tasks: Array.from({ length: sessions }, (_, i) => `Task ${i}.`) },
  });
  return {
    's.yaml': JSON.stringify({ model: 'script/1', price, replies }),
    ...Object.fromEntries(fleets.map((id) => [`${id}.yaml`, JSON.stringify(fleetOf(id))])),
  };
}

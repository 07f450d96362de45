// What a fleet costs, in a file and in a database: sessions a second, CPU a session as it grows, memory while many of them wait.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeRows } from './fleet-store.js';
import { benchEnvironment, type Row } from './measure.js';
import type { Suite } from './run.js';

const ctx = join(import.meta.dirname, '../packages/ctx/dist/ctx.cjs');
/** The large fleet; a smaller one shows the same on a machine that has little time. */
const many = Number(process.env['CTX_BENCH_SESSIONS'] ?? 10_000);
const few = 100;
const middle = 1_000;

const quick = {
  model: 'script/1',
  replies: [{ say: 'I look.', call: [{ tool: 'read', input: { path: 'a.txt' } }] }, { say: 'Done.' }],
};
const waiting = { model: 'script/1', replies: [{ say: 'Done.', delay_ms: 5_000 }] };

const suite: Suite = {
  title: 'Fleets (in a file and in PostgreSQL; sessions of two model calls and one tool)',
  async run() {
    const [small, middling, large] = [await fleetOf(few), await fleetOf(middle), await fleetOf(many)];
    const wait = await fleetOf(few, waiting, few);
    const rate = middle / (middling.wallMs / 1000);
    const growth = large.cpuMs / many / ((small.cpuMs - small.startMs) / few);
    return [
      row(`${middle} sessions, 30 at once`, `${rate.toFixed(0)} sessions/s`, '≥ 40', rate >= 40),
      row(
        `CPU of a session, ${many} against ${few}`,
        `${growth.toFixed(2)} × (${(large.cpuMs / many).toFixed(1)} ms)`,
        '≤ 1.25',
        growth <= 1.25,
      ),
      row(`${few} sessions that wait`, `${wait.peakMb.toFixed(0)} MB`, '≤ 250', wait.peakMb <= 250),
      ...(await storeRows(quick, waiting, { few, middle, many })),
    ];
  },
};

export default suite;

function row(name: string, measured: string, limit: string, holds: boolean): Row {
  return { name, measured, limit, holds };
}

interface Measured {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** CPU of a start that does nothing. */
  readonly startMs: number;
  readonly peakMb: number;
}

async function fleetOf(sessions: number, script: object = quick, at_once = 30): Promise<Measured> {
  const cwd = mkdtempSync(join(tmpdir(), 'ctx-bench-fleet-'));
  try {
    writeFileSync(join(cwd, 's.yaml'), JSON.stringify(script));
    writeFileSync(join(cwd, 'a.txt'), 'hello\n');
    const matrix = { tasks: ['Look.'], models: ['script:s.yaml'], repeat: sessions };
    writeFileSync(join(cwd, 'fleet.yaml'), JSON.stringify({ fleet_id: 'f', at_once, matrix }));
    // It tells what it used when it ends.
    const used = join(cwd, 'used.json');
    const teller = `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(used)}, JSON.stringify(process.resourceUsage())));`;
    writeFileSync(join(cwd, 'teller.cjs'), teller);
    const measured = async (words: readonly string[]) => {
      const start = performance.now();
      await ended(['--require', join(cwd, 'teller.cjs'), ctx, ...words], cwd);
      const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(used, 'utf8'));
      return {
        wallMs: performance.now() - start,
        cpuMs: (userCPUTime + systemCPUTime) / 1000,
        peakMb: maxRSS / 1024,
      };
    };
    const { cpuMs: startMs } = await measured(['fleet', 'list']);
    const all = await measured(['fleet', 'run', 'fleet.yaml', '--output-format', 'json']);
    const rate = sessions / (all.wallMs / 1000);
    const load = loadavg()[0]?.toFixed(1);
    console.log(
      `  … ${sessions} in a file: ${rate.toFixed(1)} a second, ${(all.cpuMs / sessions).toFixed(1)} ms of CPU each (load ${load})`,
    );
    return { ...all, startMs };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function ended(words: readonly string[], cwd: string): Promise<void> {
  const env = benchEnvironment({ HOME: cwd });
  const child = spawn(process.execPath, words, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${words.slice(2).join(' ')} ended with ${code}`)),
    );
  });
}

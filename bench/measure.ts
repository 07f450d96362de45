// Whole processes, timed in turns with the baseline, so that a busy machine slows both sides alike.

import { spawnSync } from 'node:child_process';
import { median } from './figures.js';

export interface Case {
  readonly name: string;
  readonly argv: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The same for every round, or one for each. */
  readonly input?: string | ((round: number) => string);
  /** What it ends with; 0 unless said. A process that failed was not measured. */
  readonly exitCode?: number;
  /** Not more than this many times the baseline. */
  readonly limit: number;
}

export interface Row {
  readonly name: string;
  readonly measured: string;
  readonly limit: string;
  readonly holds: boolean;
}

const baseline = ['-e', '0'];

/** Medians of interleaved runs, as ratios to `node -e 0`. */
export function processRatios(cases: readonly Case[], rounds: number): Row[] {
  const base: number[] = [];
  const times = cases.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    base.push(timeOf({ name: '', argv: baseline, limit: 1 }));
    cases.forEach((one, i) => {
      times[i]?.push(timeOf(one, round));
    });
  }
  const unit = median(base);
  return cases.map((one, i) => {
    return timesNode(one.name, median(times[i] ?? []) / unit, unit, one.limit);
  });
}

/** `unit` is what `node -e 0` took. */
export function timesNode(name: string, ratio: number, unit: number, limit: number): Row {
  const measured = `${ratio.toFixed(2)} × node -e 0 (${unit.toFixed(0)} ms)`;
  return { name, measured, limit: `≤ ${limit}`, holds: ratio <= limit };
}

function timeOf({ name, argv, cwd, env, input = '', exitCode = 0 }: Case, round = 0): number {
  const stdin = typeof input === 'string' ? input : input(round);
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, argv, {
    cwd,
    env: benchEnvironment(env),
    input: stdin,
  });
  const time = performance.now() - start;
  if (status !== exitCode) throw new Error(`${name} ended with ${status}: ${stderr}`);
  return time;
}

/** NODE_EXTRA_CA_CERTS alone costs Node 20 another 38 ms, on both sides: it is left out. */
export function benchEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
  return { ...env, ...more };
}

export function atLeast(name: string, value: number, least: number, unit: string): Row {
  return {
    name,
    measured: `${value.toFixed(2)} ${unit}`,
    limit: `≥ ${least} ${unit}`,
    holds: value >= least,
  };
}

export function limited(name: string, value: number, limit: number, unit: string): Row {
  return {
    name,
    measured: `${value.toFixed(2)} ${unit}`,
    limit: `≤ ${limit} ${unit}`,
    holds: value <= limit,
  };
}

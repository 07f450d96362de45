// The five-minute load average for each CPU.

import { availableParallelism, loadavg } from 'node:os';
import { type Level, levelOf, thresholds } from './thresholds.js';

export interface Load {
  readonly five_minutes: number;
  readonly cpus: number;
  readonly per_cpu: number;
  readonly level: Level;
}

export function load(average = loadavg()[1] ?? 0, cpus = availableParallelism()): Load {
  const perCpu = Math.round((average / cpus) * 100) / 100;
  return {
    five_minutes: Math.round(average * 100) / 100,
    cpus,
    per_cpu: perCpu,
    level: levelOf(perCpu, thresholds.load),
  };
}

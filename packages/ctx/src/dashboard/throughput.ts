// Sessions that ended, counted in equal steps of time: few enough to be drawn, and of a length that people count in.

import type { Throughput } from './fleet-api.js';

export interface End {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly good: boolean;
  readonly microusd: number;
}

const most = 60;
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const steps = [
  second,
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  hour,
  6 * hour,
  day,
  7 * day,
  28 * day,
];

export function throughputOf(ends: readonly End[], from: number, to: number): Throughput {
  const span = Math.max(0, to - from);
  const step = steps.find((each) => span / each < most) ?? Math.ceil(span / most);
  const count = Math.floor(span / step) + 1;
  const [completed, failed, cost_microusd] = [zeros(count), zeros(count), zeros(count)];
  for (const { at, good, microusd } of ends) {
    // Clocks that were set back do not lead out of it.
    const i = Math.min(count - 1, Math.max(0, Math.floor((at - from) / step)));
    const counted = good ? completed : failed;
    counted[i] = (counted[i] ?? 0) + 1;
    cost_microusd[i] = (cost_microusd[i] ?? 0) + microusd;
  }
  return { from, step, completed, failed, cost_microusd };
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

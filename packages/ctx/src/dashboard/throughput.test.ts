import { expect, it } from 'vitest';
import { throughputOf } from './throughput.js';

const end = (at: number, good = true) => ({ at, good, microusd: 5 });

it('counts ends in steps of a second while a fleet is young', () =>
  expect(throughputOf([end(100), end(900), end(1500, false)], 0, 2100)).toEqual({
    from: 0,
    step: 1000,
    completed: [2, 0, 0],
    failed: [0, 1, 0],
    cost_microusd: [10, 5, 0],
  }));

it.each([
  [59_000, 1000],
  [10 * 60_000, 15_000],
  [86_400_000, 3_600_000],
  [4 * 365 * 86_400_000, 28 * 86_400_000],
])('has at most 60 steps over %i ms', (span, step) => {
  const told = throughputOf([end(0), end(span)], 0, span);
  expect(told.step).toBe(step);
  expect(told.completed.length).toBeLessThanOrEqual(60);
  expect(told.completed.reduce((sum, count) => sum + count, 0)).toBe(2);
});

it('keeps ends that a clock puts before the beginning or after the end', () =>
  expect(throughputOf([end(-5000), end(99_000)], 0, 1000).completed).toEqual([1, 1]));

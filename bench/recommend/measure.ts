// How good a ranking is against a case's labels.

import type { Ranking } from './baselines.js';
import type { Case } from './cases.js';

export interface Measured {
  /** Of the first five shown, how many are wanted. */
  readonly precision5: number;
  /** Of the wanted, as far as ten can hold them, how many are among the first ten. */
  readonly recall10: number | undefined;
  /** Must-not entries among the first ten. */
  readonly unwanted10: number;
}

export function measure(ranking: Ranking, { wanted, must_not }: Case): Measured {
  const hits = (ids: readonly string[]) => ids.filter((id) => Object.hasOwn(wanted, id)).length;
  const [five, ten] = [ranking.slice(0, 5), ranking.slice(0, 10)];
  const all = Object.keys(wanted).length;
  return {
    precision5: five.length === 0 ? (all === 0 ? 1 : 0) : hits(five) / five.length,
    recall10: all === 0 ? undefined : hits(ten) / Math.min(10, all),
    unwanted10: ten.filter((id) => Object.hasOwn(must_not, id)).length,
  };
}

export function mean(numbers: readonly (number | undefined)[]): number {
  const there = numbers.filter((number) => number !== undefined);
  return there.reduce((sum, number) => sum + number, 0) / Math.max(1, there.length);
}

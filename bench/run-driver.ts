// Runs a driver in a process of its own, and takes the figures that it prints.

import { execFileSync } from 'node:child_process';
import { bundled } from './bundle.js';
import { median } from './figures.js';
import { benchEnvironment } from './measure.js';

/** Each figure as the middle one of the runs. */
export async function drive<K extends string>(driver: string, words: readonly string[] = [], rounds = 3) {
  const file = await bundled(driver);
  const figures = (): Record<K, number> =>
    JSON.parse(
      execFileSync(process.execPath, [file, ...words], { encoding: 'utf8', env: benchEnvironment() }),
    );
  const runs = Array.from({ length: rounds }, figures);
  return (name: K) => median(runs.map((run) => run[name]));
}

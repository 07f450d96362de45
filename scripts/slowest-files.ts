// A reporter for vitest: the ten test files that took longest, so that a gate that grows slow says where.

import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const shown = 10;

export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules
      .map((module) => ({ file: relative('.', module.moduleId), took: module.diagnostic().duration }))
      .toSorted((a, b) => b.took - a.took);
    const sum = timed.reduce((all, { took }) => all + took, 0);
    console.log(`\nThe slowest of ${timed.length} test files, which took ${seconds(sum)} s together:`);
    for (const { file, took } of timed.slice(0, shown))
      console.log(`${seconds(took).padStart(8)} s  ${file}`);
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

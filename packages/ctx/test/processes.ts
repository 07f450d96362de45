// Processes of this machine that a test waits for, or that must be gone.

import { readdirSync, readFileSync } from 'node:fs';

/** However long it takes; a test that waits for what never comes is ended by its own limit. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** All that it started, and what they started. */
export function processesBelow(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8')) ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // It has ended.
    }
  }
  const below = [pid];
  for (const one of below) for (const [child, parent] of parents) if (parent === one) below.push(child);
  return below.slice(1);
}

// Where suites work: the built program, and folders that go away again.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const dist = join(import.meta.dirname, '../packages/ctx/dist');
export const ctx = join(dist, 'ctx.cjs');

export async function inFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-bench-')));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

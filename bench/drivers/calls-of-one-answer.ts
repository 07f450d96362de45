// Verifying a session whose calls all stand in one answer: what four times as many take, to what so many take.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '../../packages/ctx/src/evidence/verify-entry.js';
import { median, timed } from '../figures.js';
import { writeLargeSession } from '../large-session.js';

const folder = mkdtempSync(join(tmpdir(), 'ctx-calls-'));
const times = [8_000, 32_000].map((calls) => {
  const path = join(folder, `${calls}.jsonl`);
  writeLargeSession(path, calls, 20, calls);
  return median(Array.from({ length: 3 }, () => timed(() => checked(verify(path).verdict))));
});
rmSync(folder, { recursive: true });
const [few = 0, many = 0] = times;
console.log(JSON.stringify({ growth: many / few, seconds: many / 1000 }));

/** The run stays open: all else must hold. */
function checked(verdict: string) {
  if (verdict !== 'incomplete') throw new Error(`the verdict is ${verdict}`);
}

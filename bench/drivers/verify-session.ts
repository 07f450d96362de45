// Verifying a large session, next to `sha256sum` over the same bytes: whole processes on one side, this one on the other.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '../../packages/ctx/src/evidence/verify-entry.js';
import { median, timed } from '../figures.js';
import { writeLargeSession } from '../large-session.js';

const calls = Number(process.argv[2] ?? 40_000);
const outputBytes = Number(process.argv[3] ?? 1_500);
const rounds = Number(process.argv[4] ?? 5);
const folder = mkdtempSync(join(tmpdir(), 'ctx-verify-'));
const path = join(folder, 's.jsonl');
writeLargeSession(path, calls, outputBytes);

const verifies: number[] = [];
const sums: number[] = [];
for (let round = 0; round < rounds; round++) {
  sums.push(timed(() => execFileSync('sha256sum', [path])));
  verifies.push(timed(() => checked(verify(path).verdict)));
}
const bytes = statSync(path).size;
rmSync(folder, { recursive: true });
console.log(
  JSON.stringify({
    ratio: median(sums) / median(verifies),
    verifyMbPerS: bytes / 1000 / median(verifies),
    sha256sumMbPerS: bytes / 1000 / median(sums),
    megabytes: bytes / 1e6,
    maxRssMb: process.resourceUsage().maxRSS / 1024,
  }),
);

/** The run stays open: all else must hold. */
function checked(verdict: string) {
  if (verdict !== 'incomplete') throw new Error(`the verdict is ${verdict}`);
}

// Verifying a large session, next to `sha256sum` over the same bytes: whole processes on one side, this one on the other.

import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { maxRssMb, median, timed } from '../figures.js';
import { writeLargeSession } from '../large-session.js';
import { inFolder } from '../place.js';
import { verifyOpenSession } from '../verify-open-session.js';

const calls = Number(process.argv[2] ?? 40_000);
const outputBytes = Number(process.argv[3] ?? 1_500);
const rounds = Number(process.argv[4] ?? 5);

const verifies: number[] = [];
const sums: number[] = [];
const bytes = await inFolder((folder) => {
  const path = join(folder, 's.jsonl');
  writeLargeSession(path, calls, outputBytes);
  for (let round = 0; round < rounds; round++) {
    sums.push(timed(() => execFileSync('sha256sum', [path])));
    verifies.push(timed(() => verifyOpenSession(path)));
  }
  return statSync(path).size;
});
console.log(
  JSON.stringify({
    ratio: median(sums) / median(verifies),
    verifyMbPerS: bytes / 1000 / median(verifies),
    sha256sumMbPerS: bytes / 1000 / median(sums),
    megabytes: bytes / 1e6,
    maxRssMb: maxRssMb(),
  }),
);

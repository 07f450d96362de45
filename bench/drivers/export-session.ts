// Exports of a large session: how fast they are made while the log is read, and how much memory that takes.
//
//   node export-session.js otlp|atif|markdown CALLS OUTPUT_BYTES

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTraces } from '../../packages/ctx/src/evidence/export/write-traces.js';
import { commentOf } from '../../packages/ctx/src/evidence/summary/comment.js';
import { writeTrajectories } from '../../packages/ctx/src/evidence/trajectory/write-trajectories.js';
import { writeLargeSession } from '../large-session.js';

const [format = 'otlp', calls = '2500', outputBytes = '1500'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'ctx-export-'));
const path = join(folder, 's.jsonl');
writeLargeSession(path, Number(calls), Number(outputBytes));
const megabytes = statSync(path).size / 1e6;
const out = join(folder, 'out');
const start = performance.now();
if (format === 'markdown') commentOf(path, undefined, []);
else if (format === 'atif') writeTrajectories({ path, only: undefined }, out, false);
else writeTraces({ path, only: undefined, content: true }, out, false);
const seconds = (performance.now() - start) / 1000;
rmSync(folder, { recursive: true });
const maxRssMb = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ seconds, megabytes, rate: megabytes / seconds, maxRssMb }));

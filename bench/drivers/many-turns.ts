// Ten thousand turns in one session: what each thousand costs, and how much memory it took.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSession } from '../../packages/ctx/src/session/open.js';
import { redactorFor } from '../../packages/ctx/src/session/redact.js';
import { systemClock } from '../../packages/ctx/src/time/clock.js';
import { cpuMs } from '../figures.js';
import { answering, conduct, openLog, questions, settings } from './one-run.js';

const turns = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'ctx-turns-'));
const marks: number[] = [];
let closed = 0;

const writer = createSession(join(folder, 's.jsonl'), {
  clock: systemClock,
  redactor: redactorFor(process.env),
  onRecord({ type }) {
    if (type !== 'turn.closed') return;
    closed += 1;
    if (closed % 1000 === 0) marks.push(cpuMs());
  },
});
const prompts = questions(turns);
openLog(writer, { run_id: 'r1', prompts: ['…'], settings });
const start = cpuMs();
await conduct({ run_id: 'r1', prompts, settings }, answering(prompts), writer, systemClock);
writer.close();
rmSync(folder, { recursive: true });

const thousands = marks.map((mark, i) => mark - (marks[i - 1] ?? start));
const [first = 0] = thousands;
console.log(
  JSON.stringify({
    cpuMsPerCall: (cpuMs() - start) / turns,
    lastToFirst: (thousands.at(-1) ?? 0) / first,
    maxRssMb: process.resourceUsage().maxRSS / 1024,
  }),
);

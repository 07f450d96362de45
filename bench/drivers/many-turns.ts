// Ten thousand turns in one session: what each thousand costs, and how much memory it took.

import { join } from 'node:path';
import { createSession } from '../../packages/ctx/src/session/open.js';
import { redactorFor } from '../../packages/ctx/src/session/redact.js';
import { systemClock } from '../../packages/ctx/src/time/clock.js';
import { cpuMs, maxRssMb } from '../figures.js';
import { inFolder } from '../place.js';
import { answering, conduct, openLog, questions, settings } from './one-run.js';

const turns = 10_000;
const marks: number[] = [];
let closed = 0;

const start = await inFolder(async (folder) => {
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
  const begun = cpuMs();
  await conduct({ run_id: 'r1', prompts, settings }, answering(prompts), writer, systemClock);
  writer.close();
  return begun;
});

const thousands = marks.map((mark, i) => mark - (marks[i - 1] ?? start));
const [first = 0] = thousands;
console.log(
  JSON.stringify({
    cpuMsPerCall: (cpuMs() - start) / turns,
    lastToFirst: (thousands.at(-1) ?? 0) / first,
    maxRssMb: maxRssMb(),
  }),
);

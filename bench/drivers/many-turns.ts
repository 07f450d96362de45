// Ten thousand turns in one session: what each thousand costs, and how much memory it took.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conductRun } from '../../packages/ctx/src/agent/conduct-run.js';
import { scriptedModel } from '../../packages/ctx/src/agent/models/script.js';
import { parseScript } from '../../packages/ctx/src/agent/models/script-file.js';
import { newState } from '../../packages/ctx/src/agent/state.js';
import type { PlannedRun } from '../../packages/ctx/src/protocol/records.js';
import { createSession } from '../../packages/ctx/src/session/open.js';
import { redactorFor } from '../../packages/ctx/src/session/redact.js';
import { systemClock } from '../../packages/ctx/src/time/clock.js';

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
const settings: PlannedRun['settings'] = {
  model: 'script:s.yaml',
  workspace: '.',
  policy: { allow: [], deny: [], on_deny: 'tell' },
  budget: { max_model_calls_per_turn: 25 },
  match_limit: 5,
};
const prompts = Array.from({ length: turns }, (_, i) => `Question ${i}: what is the sum of ${i} and one?`);
const replies = prompts.map((_, i) => ({ say: `The answer to question ${i} is ${i + 1}.` }));
writer.append('session.opened', {
  format: 1,
  contract: 'session/v1',
  session_id: 's',
  runs: [{ run_id: 'r1', prompts: ['…'], settings }],
});
const start = cpuMs();
await conductRun({
  planned: { run_id: 'r1', prompts, settings },
  state: newState(),
  model: scriptedModel(parseScript(JSON.stringify({ model: 'script/1', replies }), 's.yaml'), 0),
  tools: [],
  log: writer,
  clock: systemClock,
  cancel: new AbortController().signal,
  emit: () => {},
  route: () => ({ commands: [], tools: [] }),
  random: Math.random,
});
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

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

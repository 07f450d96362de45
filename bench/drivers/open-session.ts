// Opening a session of a hundred thousand records for resume, next to reading and parsing the same file.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { advanceSession, newSessionState } from '../../packages/ctx/src/agent/session-state.js';
import { createSession, openSession } from '../../packages/ctx/src/session/open.js';
import { redactorFor } from '../../packages/ctx/src/session/redact.js';
import { systemClock } from '../../packages/ctx/src/time/clock.js';
import { median, timed } from '../figures.js';
import { inFolder } from '../place.js';
import { openLog, settings } from './one-run.js';

const records = 100_000;
const options = { clock: systemClock, redactor: redactorFor({}) };

const opens: number[] = [];
const parses: number[] = [];
await inFolder((folder) => {
  const path = join(folder, 's.jsonl');
  write(path);
  for (let round = 0; round < 5; round++) {
    opens.push(timed(() => openSession(path, options, fold()).close()));
    parses.push(timed(() => parseOnly(path)));
  }
});
console.log(JSON.stringify({ openMs: median(opens), parseMs: median(parses) }));

function fold() {
  const state = newSessionState();
  return (record: Parameters<typeof advanceSession>[1]) => advanceSession(state, record);
}

function parseOnly(path: string) {
  for (const line of readFileSync(path, 'utf8').split('\n')) if (line !== '') JSON.parse(line);
}

function write(path: string) {
  const writer = createSession(path, options);
  openLog(writer, { run_id: 'r1', prompts: ['go'], settings });
  const capture = { model: 'scripted', tools: 'live', clock: 'live', ids: 'live' } as const;
  writer.append('run.opened', { run_id: 'r1', agent: { name: 'ctx' }, settings, pool: [], capture });
  writer.append('turn.opened', { turn: 1, prompt: 'go' });
  const digest = `sha256:${'0'.repeat(64)}`;
  for (let call = 1; call * 4 < records; call++) {
    const from = 4 * call - 1;
    const messages = [{ role: 'tool' as const, from: [from - 1] }];
    writer.append('model.requested', { call, request_digest: digest, kept: call, messages });
    const input = { command: `node step-${call}.mjs --check` };
    const part = { type: 'tool_call' as const, call_id: `call-${call}`, tool: 'bash', input };
    const usage = { input_tokens: 900, output_tokens: 40 };
    writer.append('model.responded', {
      call,
      content: [part],
      finish: 'tool_calls',
      usage,
      cost_microusd: 12,
    });
    writer.append('tool.requested', { call_id: part.call_id, tool: 'bash', input });
    const output = `step ${call} passed: ${'all checks are green. '.repeat(8)}`;
    writer.append('tool.returned', { call_id: part.call_id, tool: 'bash', output, is_error: false });
  }
  writer.close();
}

// The records of a driven turn of so many calls, through our log and without an agent: CPU, without starting.

import { join } from 'node:path';
import { createSession } from '../../packages/ctx/src/session/open.js';
import { redactorFor } from '../../packages/ctx/src/session/redact.js';
import { systemClock } from '../../packages/ctx/src/time/clock.js';
import { cpuMs } from '../figures.js';
import { inFolder } from '../place.js';
import { openLog, settings } from './one-run.js';

const calls = Number(process.argv[2]);
const logMs = await inFolder((folder) => {
  const writer = createSession(join(folder, 's.jsonl'), {
    clock: systemClock,
    redactor: redactorFor(process.env),
  });
  openLog(writer, { run_id: 'r1', prompts: ['go'], settings });
  const capture = { model: 'driven', tools: 'driven', clock: 'live', ids: 'live' } as const;
  const agent = { name: 'bench', version: '1', protocol: 'acp', folder, session_id: 's1' } as const;
  writer.append('run.opened', { run_id: 'r1', agent, settings, pool: [], capture });
  writer.append('turn.opened', { turn: 1, prompt: 'go' });
  const before = process.cpuUsage();
  for (let i = 0; i < calls; i++) {
    const call = i + 1;
    const call_id = `c${i}`;
    // Written as a driven turn writes them: what leads to a question in one piece, before its answer goes out.
    writer.together(() => {
      writer.append('model.requested', {
        call,
        request_digest: null,
        kept: 0,
        messages: [],
        derived: ['kept', 'messages'],
      });
      writer.append('model.responded', {
        call,
        content: [{ type: 'text', text: `Step ${i} is next. ` }],
        finish: 'tool_calls',
        usage: null,
        cost_microusd: null,
        derived: ['content', 'finish'],
      });
      const input = { command: `node step-${i}.mjs --check` };
      writer.append('tool.requested', { call_id, tool: 'execute', input, enforcement: 'asked' });
    });
    const output = 'all checks are green. '.repeat(8);
    writer.append('tool.returned', { call_id, tool: 'execute', output, is_error: false });
  }
  writer.sync();
  const spent = cpuMs(before);
  writer.close();
  return spent;
});
console.log(JSON.stringify({ logMs }));

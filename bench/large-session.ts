// A session of any size, sealed as the loop would seal it, without running one: an open run of many tool calls.

import { closeSync, openSync, writeSync } from 'node:fs';
import { genesis, type PlannedRun } from '../packages/ctx/src/protocol/records.js';
import { seal } from '../packages/ctx/src/session/chain.js';

/** Three records, and four more for each call; with more calls to an answer, two for each answer and two for each call. */
export function writeLargeSession(path: string, calls: number, outputBytes: number, toAnAnswer = 1): void {
  const descriptor = openSync(path, 'wx');
  let prev = genesis;
  let seq = 0;
  const append = (type: string, body: object) => {
    const at = new Date(seq).toISOString();
    const { hash, line } = seal({ ...body, at, prev, seq, type });
    writeSync(descriptor, line);
    prev = hash;
    seq += 1;
  };
  const settings: PlannedRun['settings'] = {
    model: 'script:s.yaml',
    script_digest: genesis,
    workspace: '.',
    policy: { allow: [], deny: [], on_deny: 'tell' },
    budget: { max_model_calls_per_turn: 1_000_000 },
    match_limit: 5,
  };
  const runs = [{ run_id: 'r1', prompts: ['go'], settings }];
  append('session.opened', { format: 1, contract: 'session/v1', session_id: 's', runs });
  const capture = { model: 'scripted', tools: 'live', clock: 'deterministic', ids: 'deterministic' };
  append('run.opened', {
    agent: { name: 'ctx' },
    run_id: 'r1',
    settings,
    pool: [{ name: 'bash', schema_digest: genesis }],
    capture,
  });
  append('turn.opened', { turn: 1, prompt: 'go' });
  const text = 'all checks are green.\n'.repeat(Math.ceil(outputBytes / 22));
  for (let call = 1, first = 1; first <= calls; call++, first += toAnAnswer) {
    const messages = [{ role: 'tool', from: [seq - 1] }];
    append('model.requested', { call, request_digest: genesis, kept: call, messages });
    const numbers = Array.from({ length: Math.min(toAnAnswer, calls - first + 1) }, (_, i) => first + i);
    const asked = numbers.map((number) => {
      const input = { command: `node step-${number}.mjs --check` };
      return { call_id: `call-${number}`, tool: 'bash', input };
    });
    const content = asked.map((each) => ({ type: 'tool_call', ...each }));
    const usage = { input_tokens: 900, output_tokens: 40 };
    append('model.responded', { call, content, finish: 'tool_calls', usage, cost_microusd: 12 });
    for (const each of asked) append('tool.requested', each);
    for (const [i, { call_id, tool }] of asked.entries()) {
      const output = `step ${first + i} passed: ${text}`;
      append('tool.returned', { call_id, tool, output, is_error: false });
    }
  }
  closeSync(descriptor);
}

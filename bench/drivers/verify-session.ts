// Verifying a large session, next to `sha256sum` over the same bytes: whole processes on one side, this one on the other.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '../../packages/ctx/src/evidence/verify-entry.js';
import type { PlannedRun } from '../../packages/ctx/src/protocol/records.js';
import { createSession } from '../../packages/ctx/src/session/open.js';
import { redactorFor } from '../../packages/ctx/src/session/redact.js';

const calls = Number(process.argv[2] ?? 40_000);
const outputBytes = Number(process.argv[3] ?? 1_500);
const folder = mkdtempSync(join(tmpdir(), 'ctx-verify-'));
const path = join(folder, 's.jsonl');
write();

const verifies: number[] = [];
const sums: number[] = [];
for (let round = 0; round < 5; round++) {
  sums.push(time(() => execFileSync('sha256sum', [path])));
  verifies.push(time(() => checked(verify(path).verdict)));
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

function write() {
  const clock = { now: () => 0, deterministic: true };
  const writer = createSession(path, { clock, redactor: redactorFor({}) });
  const settings: PlannedRun['settings'] = {
    model: 'script:s.yaml',
    script_digest: `sha256:${'0'.repeat(64)}`,
    workspace: '.',
    policy: { allow: [], deny: [], on_deny: 'tell' },
    budget: { max_model_calls_per_turn: 1_000_000 },
    match_limit: 5,
  };
  const planned = { run_id: 'r1', prompts: ['go'], settings };
  writer.append('session.opened', { format: 1, contract: 'session/v1', session_id: 's', runs: [planned] });
  const digest = `sha256:${'0'.repeat(64)}`;
  const capture = {
    model: 'scripted',
    tools: 'live',
    clock: 'deterministic',
    ids: 'deterministic',
  } as const;
  const pool = [{ name: 'bash', schema_digest: digest }];
  writer.append('run.opened', { run_id: 'r1', settings, pool, capture });
  writer.append('turn.opened', { turn: 1, prompt: 'go' });
  const text = 'all checks are green.\n'.repeat(Math.ceil(outputBytes / 22));
  for (let call = 1; call <= calls; call++) {
    const messages = [{ role: 'tool' as const, from: [4 * call - 2] }];
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
    const output = `step ${call} passed: ${text}`;
    writer.append('tool.returned', { call_id: part.call_id, tool: 'bash', output, is_error: false });
  }
  writer.close();
}

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

// Replaying ten thousand recorded turns, next to reading and parsing the same file: what a turn costs beyond that.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conductRun } from '../../packages/ctx/src/agent/conduct-run.js';
import { scriptedModel } from '../../packages/ctx/src/agent/models/script.js';
import { parseScript } from '../../packages/ctx/src/agent/models/script-file.js';
import { newState } from '../../packages/ctx/src/agent/state.js';
import { replaySession } from '../../packages/ctx/src/evidence/replay/replay-session.js';
import type { PlannedRun, SessionRecord } from '../../packages/ctx/src/protocol/records.js';
import { createSession } from '../../packages/ctx/src/session/open.js';
import { readWhole } from '../../packages/ctx/src/session/read-whole.js';
import { redactorFor } from '../../packages/ctx/src/session/redact.js';

const turns = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'ctx-replay-'));
const path = join(folder, 's.jsonl');
await write();

let records: readonly SessionRecord[] = [];
const parseMs = await cpuOf(async () => {
  records = readWhole(path).records;
});
const replayMs = await cpuOf(async () => {
  const { difference, turns: replayed } = await replaySession(records);
  if (difference !== undefined || replayed !== turns) throw new Error('the replay differs');
});
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ cpuMsPerTurn: replayMs / turns, parseMsPerTurn: parseMs / turns }));

async function write() {
  const clock = { now: () => 0, deterministic: true };
  const writer = createSession(path, { clock, redactor: redactorFor({}) });
  const settings: PlannedRun['settings'] = {
    model: 'script:s.yaml',
    workspace: '.',
    policy: { allow: [], deny: ['*'], on_deny: 'tell' },
    budget: { max_model_calls_per_turn: 25 },
    match_limit: 5,
  };
  const prompts = Array.from({ length: turns }, (_, i) => `Question ${i}: what is the sum of ${i} and one?`);
  const replies = prompts.map((_, i) => ({ say: `The answer to question ${i} is ${i + 1}.` }));
  const planned = { run_id: 'r1', prompts, settings };
  writer.append('session.opened', { format: 1, contract: 'session/v1', session_id: 's', runs: [planned] });
  await conductRun({
    planned,
    state: newState(),
    model: scriptedModel(parseScript(JSON.stringify({ model: 'script/1', replies }), 's.yaml'), 0),
    tools: [],
    log: writer,
    clock,
    cancel: new AbortController().signal,
    emit: () => {},
    route: () => ({ commands: [], tools: [] }),
    random: () => 0,
  });
  writer.close();
}

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

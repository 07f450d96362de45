// Replaying ten thousand recorded turns, next to reading and parsing the same file: what a turn costs beyond that.

import { join } from 'node:path';
import { replaySession } from '../../packages/ctx/src/evidence/replay/replay-session.js';
import type { SessionRecord } from '../../packages/ctx/src/protocol/records.js';
import { createSession } from '../../packages/ctx/src/session/open.js';
import { readWhole } from '../../packages/ctx/src/session/read-whole.js';
import { redactorFor } from '../../packages/ctx/src/session/redact.js';
import { cpuMs } from '../figures.js';
import { inFolder } from '../place.js';
import { answering, conduct, openLog, questions, settings } from './one-run.js';

const turns = 10_000;
let records: readonly SessionRecord[] = [];
const parseMs = await inFolder(async (folder) => {
  const path = join(folder, 's.jsonl');
  await write(path);
  return cpuOf(async () => {
    records = readWhole(path).records;
  });
});
const replayMs = await cpuOf(async () => {
  const { difference, turns: replayed } = await replaySession(records);
  if (difference !== undefined || replayed !== turns) throw new Error('the replay differs');
});
console.log(JSON.stringify({ cpuMsPerTurn: replayMs / turns, parseMsPerTurn: parseMs / turns }));

async function write(path: string) {
  const clock = { now: () => 0, deterministic: true };
  const writer = createSession(path, { clock, redactor: redactorFor({}) });
  const prompts = questions(turns);
  const denyAll = { ...settings, policy: { ...settings.policy, deny: ['*'] } };
  const planned = { run_id: 'r1', prompts, settings: denyAll };
  openLog(writer, planned);
  await conduct(planned, answering(prompts), writer, clock);
  writer.close();
}

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return cpuMs(before);
}

// kill -9 at a hundred moments: nothing acknowledged is lost, nothing is done twice unsaid, resume ends it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionRecord } from '../src/protocol/records.js';
import { cleanEnvironment, runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import { moments } from './killed-at.js';
import { recordsOf, startBuilt } from './session-files.js';

const kills = 100;
const steps = 6;
const sideBySide = 4;

const replies = Array.from({ length: steps }, (_, i) => ({
  say: `Step ${i}.`,
  call: [
    { tool: 'bash', input: { command: `echo ${i} >> effects.txt` } },
    { tool: 'write', input: { path: `step-${i}.txt`, content: `step ${i}\n` } },
  ],
}));
const script = JSON.stringify({ model: 'script/1', replies: [...replies, { say: 'All done.' }] });
const run = ['run', '--task', 'Do all steps.', '--model', 'script:s.yaml', '--out', 's.jsonl'];

it(`survives kill -9 at ${kills} moments of a run that writes files`, async () => {
  const { count, dieAt } = moments();
  const alive = (env: Record<string, string>) =>
    runBuilt('ctx', [...run, '--output-format', 'stream-json'], {
      cwd: temporaryFolder({ 's.yaml': script }),
      env,
    });
  // The first call also leaves its compiled code behind.
  await alive({});
  const all = await count(alive);
  const seen = { untouched: 0, resumed: 0, repaired: 0, interrupted: 0, finished: 0 };
  const killOnce = async (moment: number) => {
    const cwd = temporaryFolder({ 's.yaml': script });
    // What ctx knows of its own sessions outlives the process that is killed.
    const home = { HOME: temporaryFolder() };
    const { lines, ended } = startBuilt([...run, '--output-format', 'stream-json'], cwd, {
      ...dieAt(moment),
      ...home,
    });
    expect(await ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });
    const kind = await checkAfterCrash(cwd, home, acknowledgedIn(lines()));
    seen[kind] += 1;
    if (kind === 'untouched') return;
    const log = recordsOf(join(cwd, 's.jsonl'));
    if (log.some(({ type }) => type === 'session.repaired')) seen.repaired += 1;
    if (log.some((record) => record.type === 'tool.returned' && record.interrupted)) seen.interrupted += 1;
  };
  // Spread over the whole run; a run ends with the same moments always.
  const chosen = Array.from({ length: kills }, (_, i) => 1 + Math.floor((i * all) / kills));
  for (let done = 0; done < kills; done += sideBySide)
    await Promise.all(chosen.slice(done, done + sideBySide).map(killOnce));
  process.stdout.write(`kill -9 at ${kills} of ${all} moments: ${JSON.stringify(seen)}\n`);
  expect(seen.resumed).toBeGreaterThan(kills / 4);
}, 900_000);

function acknowledgedIn(lines: readonly string[]): SessionRecord[] {
  return lines.map((line) => JSON.parse(line)).filter(({ hash }) => hash !== undefined);
}

async function checkAfterCrash(cwd: string, home: { readonly HOME: string }, acknowledged: SessionRecord[]) {
  const path = join(cwd, 's.jsonl');
  const last = acknowledged.at(-1);
  const resume = () =>
    runCtx(['resume', './s.jsonl', '--output-format', 'json'], { cwd, env: cleanEnvironment(home.HOME) });
  if (last === undefined) {
    const answer = await resume();
    if (answer.exitCode !== 0) {
      expect(['session_unknown', 'session_empty']).toContain(envelopeOf(answer).error?.code);
      return 'untouched' as const;
    }
  } else if (last.type === 'run.closed') {
    expect(recordsOf(path).slice(0, acknowledged.length)).toEqual(acknowledged);
    return 'finished' as const;
  } else {
    const answer = await resume();
    if (answer.exitCode !== 0) expect(envelopeOf(answer).error?.code).toBe('session_finished');
  }
  const records = recordsOf(path);
  expect(records.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect(records.at(-1)).toMatchObject({ type: 'run.closed', stop_reason: 'completed' });
  checkEffects(cwd, records);
  return 'resumed' as const;
}

/** A call that returned was done exactly once; one that was cut off, at most once; and each call is closed once. */
function checkEffects(cwd: string, records: readonly SessionRecord[]) {
  const effects = existsSync(join(cwd, 'effects.txt')) ? readFileSync(join(cwd, 'effects.txt'), 'utf8') : '';
  const returned = new Map<string, boolean>();
  for (const record of records) {
    if (record.type !== 'tool.returned') continue;
    expect(returned.has(record.call_id)).toBe(false);
    returned.set(record.call_id, record.interrupted === true);
  }
  for (let step = 0; step < steps; step++) {
    const times = effects.split('\n').filter((line) => line === `${step}`).length;
    const interrupted = returned.get(`call-${2 * step + 1}`);
    if (interrupted === true) expect(times).toBeLessThanOrEqual(1);
    else expect(times).toBe(1);
  }
}

// kill -9 of the process that conducts a fleet, at moments spread over all of it: resume ends every session, nothing that was
// shown is lost, and no session is begun twice unsaid.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import { fleetRecords, saying } from './fleet-files.js';
import { temporaryFolder } from './folder.js';
import { moments } from './killed-at.js';
import { recordsOf, startBuilt } from './session-files.js';

const kills = 24;
const sideBySide = 3;
const files = {
  's.yaml': saying('Done.', {}, [
    { say: 'I note it.', call: [{ tool: 'bash', input: { command: 'echo noted >> effects.txt' } }] },
  ]),
  'fleet.yaml': JSON.stringify({
    fleet_id: 'f',
    at_once: 3,
    budget: { max_tokens: 700_000 },
    defaults: { model: 'script:s.yaml', scratch: true, budget: { max_tokens: 200_000 } },
    matrix: { tasks: ['A.', 'B.', 'C.', 'D.', 'E.'] },
  }),
};
const run = ['fleet', 'run', 'fleet.yaml', '--output-format', 'stream-json'];

it(`survives kill -9 at ${kills} moments of a fleet`, async () => {
  const { count, dieAt } = moments();
  const alive = (env: Record<string, string>) => runBuilt('ctx', run, { cwd: temporaryFolder(files), env });
  await alive({});
  const all = await count(alive);
  const seen = { untouched: 0, resumed: 0, finished: 0 };
  const killOnce = async (moment: number) => {
    const cwd = temporaryFolder(files);
    const home = { HOME: temporaryFolder() };
    const { lines, ended } = startBuilt(run, cwd, { ...dieAt(moment), ...home });
    expect(await ended).toMatchObject({ signal: 'SIGKILL' });
    seen[await checkAfterKill(cwd, home, lines())] += 1;
  };
  const chosen = Array.from({ length: kills }, (_, i) => 1 + Math.floor((i * all) / kills));
  for (let done = 0; done < kills; done += sideBySide)
    await Promise.all(chosen.slice(done, done + sideBySide).map(killOnce));
  process.stdout.write(`kill -9 at ${kills} of ${all} moments of a fleet: ${JSON.stringify(seen)}\n`);
  expect(seen.resumed).toBeGreaterThan(kills / 2);
}, 600_000);

async function checkAfterKill(
  cwd: string,
  env: Record<string, string>,
  shown: readonly string[],
): Promise<'untouched' | 'resumed' | 'finished'> {
  const resume = await runBuilt('ctx', ['fleet', 'resume', 'f', '--output-format', 'json'], { cwd, env });
  const { data, error } = envelopeOf(resume);
  if (error?.code === 'fleet_unknown') {
    expect(shown).toEqual([]);
    return 'untouched';
  }
  if (error === undefined) expect(data).toMatchObject({ state: 'completed', counts: { completed: 5 } });
  else expect(error.code).toBe('fleet_finished');
  const held = new Set(fleetRecords(cwd, 'f').map(({ hash }) => hash));
  for (const line of shown) if (line.includes('"hash"')) expect(held).toContain(JSON.parse(line).hash);
  for (const record of fleetRecords(cwd, 'f'))
    if (record.type === 'session.ended' && record.outcome === 'completed') checkSession(cwd, record.log);
  const verified = await runBuilt('ctx', ['verify', 'f', '--output-format', 'json'], { cwd, env });
  expect(envelopeOf(verified).data).toMatchObject({ verdict: 'pass' });
  return error === undefined ? 'resumed' : 'finished';
}

/** What a tool did is in the log, once for each time that it was done; a call that was cut off is not made again unsaid. */
function checkSession(cwd: string, log: string): void {
  const records = recordsOf(join(cwd, `.context/sessions/${log}.jsonl`));
  const asked = records.filter(({ type }) => type === 'tool.requested').length;
  const effects = join(cwd, `.context/scratch/${log}/effects.txt`);
  const done = existsSync(effects) ? readFileSync(effects, 'utf8').trim().split('\n').length : 0;
  expect(done).toBeLessThanOrEqual(asked);
}

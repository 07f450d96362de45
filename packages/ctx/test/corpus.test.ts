// The corpus: sessions of every kind as they were written once, and what ctx made of them then. Every later ctx makes the same of them.

import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeLargeSession } from '../../../bench/large-session.js';
import { recordTypes } from '../src/protocol/records.js';
import {
  type CorpusVerdict,
  corpus,
  corpusSessions,
  replayOf,
  verdictOn,
  verifyOf,
} from './corpus-verdicts.js';
import { fleetCall, verdictOf } from './fleet-files.js';
import { temporaryFolder } from './folder.js';
import { jsonOf } from './scripted.js';

const verdicts: Readonly<Record<string, CorpusVerdict>> = JSON.parse(
  readFileSync(join(corpus, 'verdicts.json'), 'utf8'),
);

it('has a verdict on each of its sessions, and a session for each verdict', () => {
  expect(Object.keys(verdicts).sort()).toEqual(corpusSessions());
});

it.each(Object.entries(verdicts))('comes to the same as when it was written: %s', async (name, verdict) => {
  expect(await verdictOn(name, temporaryFolder())).toEqual(verdict);
});

it('holds every type of record, and sessions that pass, fail and are not finished', () => {
  const texts = corpusSessions().map((name) => readFileSync(join(corpus, name), 'utf8'));
  expect(recordTypes.filter((type) => !texts.some((text) => text.includes(`"type":"${type}"`)))).toEqual([]);
  expect(new Set(Object.values(verdicts).map(({ verify: [verdict] }) => verdict))).toEqual(
    new Set(['pass', 'fail', 'incomplete']),
  );
});

it('verifies and shows a fleet with its sessions', async () => {
  const cwd = temporaryFolder();
  const [fleets, sessions] = [join(cwd, '.context/fleets'), join(cwd, '.context/sessions')];
  for (const folder of [fleets, sessions]) mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(join(corpus, 'fleet')))
    cpSync(join(corpus, 'fleet', file), join(file.endsWith('.fleet.jsonl') ? fleets : sessions, file));
  expect((await verdictOf(cwd, 'f')).data).toMatchObject({ kind: 'fleet', verdict: 'pass' });
  expect((await fleetCall(cwd, 'status', 'f')).data).toMatchObject({
    counts: { completed: 1, failed: 1 },
    causes: [{ cause: 'model_error', sessions: ['f-2'] }],
  });
});

it('takes a signature for good by the list of signers that is kept with it', async () => {
  const cwd = temporaryFolder();
  const folder = join(corpus, 'signed');
  const argv = ['verify', join(folder, 's.jsonl'), '--signers', join(folder, 'allowed_signers')];
  const { data } = await jsonOf([...argv, '--require-signature'], { cwd });
  expect(data).toMatchObject({
    verdict: 'pass',
    signatures: [{ state: 'good', signed_by: ['alice@example.com'] }],
  });
});

it('reads a huge session, made here, as it reads a small one', async () => {
  const cwd = temporaryFolder();
  const path = join(cwd, 's.jsonl');
  writeLargeSession(path, 3000, 3000);
  expect(statSync(path).size).toBeGreaterThan(9_000_000);
  const records = 3 + 4 * 3000;
  expect(verifyOf(path)).toEqual(['incomplete', `turn_open ${records}`, `run_open ${records}`]);
  // Its digests are nobody's: the first that is derived differs.
  expect(await replayOf(path)).toBe('3 /kept');
  const { data } = await jsonOf(['report', path, '--out', 'report'], { cwd });
  expect(data).toMatchObject({ files: ['index.html', 'run-r1.html'] });
});

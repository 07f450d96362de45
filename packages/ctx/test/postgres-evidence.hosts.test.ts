import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import { temporaryFolder, writeFiles } from './folder.js';
import { git } from './git.js';
import { type Postgres, startPostgres } from './postgres.js';
import { until } from './processes.js';
import { makeKey, signersFile } from './ssh-keys.js';

let server: Postgres;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.close();
});

const writing = JSON.stringify({
  model: 'script/1',
  replies: [
    { call: [{ tool: 'write', input: { path: 'made.txt', content: 'by a session\n' } }] },
    { say: 'Done.' },
  ],
});

/** Two clones of one project, each with a home of its own. */
function clones() {
  const origin = temporaryFolder({
    'a.txt': 'a\n',
    's.yaml': writing,
    '.gitignore': '.context/\nignored.txt\n',
    'fleet.yaml': JSON.stringify({
      fleet_id: 'f',
      defaults: { model: 'script:s.yaml' },
      sessions: [
        { session_id: 'copied', task: 'T.', scratch: true },
        { session_id: 'idle', task: 'T.', scratch: true, model: 'script:idle.yaml' },
      ],
    }),
    'idle.yaml': JSON.stringify({ model: 'script/1', replies: [{ say: 'Nothing to do.' }] }),
  });
  git(origin, 'init', '-q');
  git(origin, 'add', '-A');
  git(origin, '-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-qm', 'first');
  return ['boss', 'worker'].map((name) => {
    const folder = join(temporaryFolder(), name);
    git(origin, 'clone', '-q', origin, folder);
    return { folder, home: temporaryFolder() };
  });
}

it('what sessions made in scratch copies leaves the worker with the evidence, which is signed and verified elsewhere', async () => {
  const [boss, worker] = clones();
  if (boss === undefined || worker === undefined) throw new Error('no clones');
  const ctxIn = async ({ folder, home }: typeof boss, ...argv: readonly string[]) =>
    envelopeOf(
      await runBuilt('ctx', [...argv, '--output-format', 'json'], {
        cwd: folder,
        env: { HOME: home, CTX_STORE: server.url },
      }),
    );
  await ctxIn(boss, 'fleet', 'migrate');
  const run = ctxIn(boss, 'fleet', 'run', 'fleet.yaml', '--slots', '0');
  const isThere = () => server.sql("select count(*) from ctx.session where fleet = 'f'") === '2';
  await until(isThere);
  expect((await ctxIn(worker, 'fleet', 'work', '--until-idle')).data).toMatchObject({ completed: 2 });
  expect((await run).exit_code).toBe(0);
  // The store has it: nothing is left on the worker, neither of who changed something nor of who did not.
  for (const id of ['copied', 'idle'])
    expect(existsSync(join(worker.folder, '.context/scratch', id))).toBe(false);

  writeFiles(boss.folder, { 'ignored.txt': 'mine\n' });
  const exported = await ctxIn(boss, 'fleet', 'export', 'f', '--out', 'ev', '--workspaces');
  expect(exported.data).toMatchObject({
    sessions: 2,
    workspaces: [{ session_id: 'copied', path: '.context/scratch/copied' }],
  });
  const copy = join(boss.folder, '.context/scratch/copied');
  expect(readFileSync(join(copy, 'made.txt'), 'utf8')).toBe('by a session\n');
  expect(existsSync(join(boss.folder, 'made.txt'))).toBe(false);
  // Looked at and changed by a person: it is not written over.
  writeFiles(copy, { 'made.txt': 'seen\n' });
  await ctxIn(boss, 'fleet', 'export', 'f', '--out', 'ev2', '--workspaces');
  expect(readFileSync(join(copy, 'made.txt'), 'utf8')).toBe('seen\n');

  const key = makeKey();
  expect((await ctxIn(boss, 'sign', 'ev', '--key', key.file)).data).toMatchObject({
    kind: 'fleet',
    verdict: 'pass',
    session_id: 'f',
  });
  const checking = ['verify', join(boss.folder, 'ev'), '--signers', signersFile(key), '--require-signature'];
  expect((await ctxIn(worker, ...checking)).data).toMatchObject({
    verdict: 'pass',
    signatures: [{ state: 'good', signed_by: ['alice@example.com'] }],
  });
});

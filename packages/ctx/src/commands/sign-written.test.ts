// How a statement and its signature come onto the disk: whole, in turn, and never through somebody's link.

import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder, runBuilt } from '../../test/built.js';
import { Place } from '../../test/faults/place.js';
import { compileShim } from '../../test/faults/shim.js';
import { temporaryFolder } from '../../test/folder.js';
import { moments } from '../../test/killed-at.js';
import { jsonOf, task } from '../../test/scripted.js';
import { recordedSession } from '../../test/signed-session.js';
import { makeKey, signersFile } from '../../test/ssh-keys.js';

it('replaces a link in the place of a statement, and writes nothing where it leads', async () => {
  const { cwd, env, statement } = await recordedSession();
  const elsewhere = join(temporaryFolder({ own: 'mine\n' }), 'own');
  symlinkSync(elsewhere, statement);
  const key = makeKey();
  expect((await jsonOf(['sign', 's', '--key', key.file], { cwd, env })).error).toBeUndefined();
  expect(readFileSync(elsewhere, 'utf8')).toBe('mine\n');
  const { data } = await jsonOf(['verify', 's', '--signers', signersFile(key), '--require-signature'], {
    cwd,
    env,
  });
  expect(data?.['verdict']).toBe('pass');
});

it('never leaves the statement of one with the signature of another where many sign at once', async () => {
  const { cwd, env, folder } = await recordedSession();
  const key = makeKey();
  const HOME = env.HOME;
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      runBuilt('ctx', ['sign', 's', '--key', key.file], { cwd, env: { HOME } }),
    ),
  );
  expect(answers.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0, 0]);
  const { data } = await jsonOf(['verify', 's', '--signers', signersFile(key), '--require-signature'], {
    cwd,
    env,
  });
  expect(data?.['verdict']).toBe('pass');
  expect(readdirSync(folder).filter((name) => /lock|tmp/.test(name))).toEqual([]);
});

it('killed at any moment of its writing leaves a signature that holds or none, and the log as it was', async () => {
  const { cwd, env, path, folder, statement } = await recordedSession();
  const key = makeKey();
  const HOME = env.HOME;
  const log = readFileSync(path);
  const argv = ['sign', 's', '--key', key.file, '--format', 'both'];
  const { count, dieAt } = moments();
  const all = await count((more) => runBuilt('ctx', argv, { cwd, env: { HOME, ...more } }));
  expect(all).toBeGreaterThan(4);
  for (let moment = 1; moment <= all; moment++) {
    await runBuilt('ctx', argv, { cwd, env: { HOME, ...dieAt(moment) } });
    const { error, data } = await jsonOf(['verify', 's', '--signers', signersFile(key)], { cwd, env });
    expect(error, `moment ${moment}`).toBeUndefined();
    expect(Object(data).signatures.every(({ state }: { state: string }) => state === 'good')).toBe(true);
    expect(readFileSync(path).equals(log)).toBe(true);
  }
  expect((await jsonOf(argv, { cwd, env })).error).toBeUndefined();
  expect(existsSync(`${statement}.sig`)).toBe(true);
  expect(readdirSync(folder)).toContain('s.statement.sigstore.json');
});

it('keeps the older signature where the disk is full', async () => {
  const shim = compileShim(temporaryFolder());
  if (process.env['CI'] !== undefined) expect(shim).toBeDefined();
  if (shim === undefined) {
    process.stdout.write('not tried: there is no C compiler\n');
    return;
  }
  const place = new Place(temporaryFolder(), builtFolder());
  const key = makeKey();
  writeFileSync(join(place.cwd, 's.yaml'), '{"model":"script/1","replies":[{"say":"Hi."}]}');
  await place.ask('run', ...task('Look.'), '--session-id', 's');
  await place.ask('sign', 's', '--key', key.file);
  const folder = join(place.cwd, '.context/sessions');
  const files = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  const before = files();
  expect(before.map(([name]) => name)).toContain('s.statement.json.sig');
  for (let nth = 1; ; nth++) {
    const { env, hit } = shim.fault(folder, { call: 'write', how: 'ENOSPC', lasting: true }, nth);
    const answer = await place.start(['sign', 's', '--key', key.file, '--output-format', 'json'], env);
    if (!hit()) break;
    expect(JSON.parse(answer.stdout).error).toMatchObject({ code: 'disk_full' });
    expect(files()).toEqual(before);
    expect(nth).toBeLessThan(20);
  }
});

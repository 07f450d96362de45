// What a session that moves may bring along, and what its owner has to say yes to first.

import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Outside } from './in-process.js';
import { jsonOf } from './scripted.js';
import { isLive, journey, text } from './teleport-machines.js';

/** A run without a sandbox, in the same session. */
function loosened(outside: Outside) {
  const more = ['--no-sandbox', '--run-id', 'r2', '--append', 's'];
  return jsonOf(['run', '--task', 'Looser.', '--model', 'script:echo', ...more], outside);
}

it('brings nothing that hosts obey, and no looser sandbox, unless the owner trusts it', async () => {
  const bringing = (cwd: string) => {
    mkdirSync(join(cwd, '.claude'));
    writeFileSync(join(cwd, '.claude/settings.json'), '{}');
  };
  const trip = await journey(bringing);
  await expect(trip.move()).rejects.toMatchObject({
    code: 'teleport_obstructed',
    where: { obstacles: [{ code: 'obeyed_files', about: ['.claude/settings.json'] }] },
  });
  expect(isLive(trip.path)).toBe(true);
  const trusted = await journey(bringing, { 'trust-teleports': true });
  await trusted.move();
  expect(text(trusted.there_('.claude/settings.json'))).toBe('{}');
  // A log that runs its tools without a sandbox arrives, and is resumed only by a person's word.
  const loose = await journey();
  await loosened({ cwd: loose.cwd, env: loose.here.env });
  await loose.move();
  const there = { cwd: loose.there_(''), env: loose.there.env };
  const refused = await jsonOf(['resume', 's', '--task', 'More.'], there);
  expect(refused.error).toMatchObject({ code: 'session_foreign' });
  // It can be asked back all the same; and bringing it once more does not make it this machine's own.
  await loose.back();
  expect(isLive(loose.path)).toBe(true);
  const own = { cwd: loose.cwd, env: loose.here.env };
  expect(
    (await jsonOf(['resume', 's', '--task', 'Here.', '--model', 'script:echo'], own)).error,
  ).toBeUndefined();
  await loose.move();
  expect((await jsonOf(['resume', 's', '--task', 'More.'], there)).error).toMatchObject({
    code: 'session_foreign',
  });
});

it('does not make a looser log its receiver’s own by bringing a stricter one before', async () => {
  const trip = await journey();
  await trip.move();
  await trip.back();
  const own = { cwd: trip.cwd, env: trip.here.env };
  await loosened(own);
  await trip.move();
  const there = { cwd: trip.there_(''), env: trip.there.env };
  expect((await jsonOf(['resume', 's', '--task', 'More.'], there)).error).toMatchObject({
    code: 'session_foreign',
  });
});

it('that sends a session back brings nothing that hosts obey, and no looser sandbox either', async () => {
  const trip = await journey();
  await trip.move();
  mkdirSync(trip.there_('.vscode'));
  writeFileSync(trip.there_('.vscode/tasks.json'), '{}');
  await expect(trip.back()).rejects.toMatchObject({ where: { obstacles: [{ code: 'obeyed_files' }] } });
  expect([isLive(trip.path), isLive(trip.there_('.context/sessions/s.jsonl'))]).toEqual([false, true]);
  rmSync(trip.there_('.vscode'), { recursive: true });
  const there = { cwd: trip.there_(''), env: trip.there.env };
  await loosened(there);
  await trip.back();
  const resumed = await jsonOf(['resume', 's', '--task', 'More.'], { cwd: trip.cwd, env: trip.here.env });
  expect(resumed.error).toMatchObject({ code: 'session_foreign' });
});

it('keeps what arrived to the user alone', async () => {
  const trip = await journey((cwd) => writeFileSync(join(cwd, 'a'), 'a'));
  await trip.move();
  expect(statSync(trip.there_('.context/sessions/s.jsonl')).mode & 0o777).toBe(0o600);
  expect(lstatSync(trip.there_('.context/sessions')).mode & 0o777).toBe(0o700);
  const [kept = ''] = readdirSync(join(trip.there.home, '.local/state/ctx/teleports/in'));
  expect(
    readdirSync(join(trip.there.home, '.local/state/ctx/teleports/in', kept)).filter(
      (name) => !name.startsWith('lock'),
    ),
  ).toEqual(['arrival.json']);
  expect(
    JSON.parse(
      readFileSync(
        join(
          trip.here.home,
          '.local/state/ctx/teleports/out',
          readdirSync(join(trip.here.home, '.local/state/ctx/teleports/out'))[0] ?? '',
        ),
        'utf8',
      ),
    ),
  ).toMatchObject({
    session_id: 's',
    receipt: expect.stringContaining('"way":"in"'),
  });
});

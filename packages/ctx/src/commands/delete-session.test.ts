import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf, scriptedFolder, task } from '../../test/scripted.js';

it('deletes a session, and again is no error', async () => {
  const cwd = scriptedFolder([{ say: 'Hi.' }]);
  await jsonOf(['run', ...task('One.'), '--session-id', 's'], { cwd });
  expect((await jsonOf(['delete-session', 's'], { cwd })).data).toMatchObject({
    session_id: 's',
    deleted: true,
    status: 'deleted',
    directory: join(cwd, '.context/sessions'),
  });
  expect(existsSync(join(cwd, '.context/sessions/s.jsonl'))).toBe(false);
  expect((await jsonOf(['delete-session', 's'], { cwd })).data).toMatchObject({
    deleted: false,
    status: 'not_found',
  });
  expect((await runCtx(['delete-session', 's'], { cwd })).stdout).toBe('There was no session s.\n');
});

it('deletes nothing outside the folder', async () => {
  const cwd = scriptedFolder([], { 'victim.jsonl': 'mine\n' });
  for (const id of ['../../victim', './victim.jsonl', '..']) {
    expect((await jsonOf(['delete-session', id], { cwd })).exit_code).toBe(1);
  }
  expect(existsSync(join(cwd, 'victim.jsonl'))).toBe(true);
});

it('deletes nothing where the folder is a variable that was never set', async () => {
  const cwd = scriptedFolder([{ say: 'Hi.' }]);
  await jsonOf(['run', ...task('One.'), '--session-id', 's'], { cwd });
  for (const flag of ['--directory', '--sessions-dir'])
    expect((await jsonOf(['delete-session', 's', flag, ''], { cwd })).error).toMatchObject({
      code: 'flag_value_invalid',
      message: `\`${flag}\` is empty.`,
    });
  expect(existsSync(join(cwd, '.context/sessions/s.jsonl'))).toBe(true);
});

it.each([
  ['notes of your own', '{"note":1}\n'],
  ['notes with times', '{"at":"2026-01-01T00:00:00.000Z","note":1}\n'],
  ['text', 'hello\n'],
  ['text that ends in the middle', '{"at":"20x'],
])('refuses a file that is no session: %s', async (_, content) => {
  const cwd = temporaryFolder({ 'kept/notes.jsonl': content });
  const { error } = await jsonOf(['delete-session', 'notes', '--directory', 'kept'], { cwd });
  expect(error).toMatchObject({ code: 'session_not_one', kind: 'session' });
  expect(error?.message).toBe(`${join(cwd, 'kept/notes.jsonl')} is not a session of ctx.`);
  expect(readFileSync(join(cwd, 'kept/notes.jsonl'), 'utf8')).toBe(content);
});

it.each([
  ['an empty file', () => ''],
  ['zeros that a power cut left', () => '\0'.repeat(4096)],
  ['a first record that was torn early', () => '{"at'],
  ['a first record that was torn late', (log: string) => log.slice(0, 90)],
  ['a log whose first line was changed', (log: string) => `oops${log}`],
  ['a log whose first line was taken out', (log: string) => log.slice(log.indexOf('\n') + 1)],
])('deletes what a crash or a change left of a session: %s', async (_, left) => {
  const cwd = scriptedFolder([{ say: 'Hi.' }]);
  await jsonOf(['run', ...task('One.'), '--session-id', 's'], { cwd });
  const path = join(cwd, '.context/sessions/s.jsonl');
  writeFileSync(path, left(readFileSync(path, 'utf8')));
  expect((await jsonOf(['delete-session', 's'], { cwd })).data).toMatchObject({ deleted: true });
  expect(existsSync(path)).toBe(false);
});

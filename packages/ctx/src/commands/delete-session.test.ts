import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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

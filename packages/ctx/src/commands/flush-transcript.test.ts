import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCtx } from '../../test/in-process.js';
import { jsonOf, scriptedFolder, task } from '../../test/scripted.js';

async function recorded() {
  const cwd = scriptedFolder([{ say: 'Hello there.' }]);
  await jsonOf(['run', ...task('Greet.'), '--session-id', 's'], { cwd });
  return cwd;
}

it('writes the transcript as Markdown and says what it wrote', async () => {
  const cwd = await recorded();
  const { data } = await jsonOf(['flush-transcript', 's'], { cwd });
  const text = readFileSync(join(cwd, 's.md'), 'utf8');
  expect(data).toEqual({
    session_id: 's',
    path: join(cwd, 's.md'),
    format: 'markdown',
    bytes: Buffer.byteLength(text),
    messages: 2,
    flushed: true,
  });
  expect(text).toContain('> Hello there.');
});

it('writes JSON to another folder', async () => {
  const cwd = await recorded();
  await jsonOf(['flush-transcript', 's', '--format', 'json', '--directory', '.context'], { cwd });
  expect(JSON.parse(readFileSync(join(cwd, '.context/s.json'), 'utf8'))).toMatchObject({ session_id: 's' });
});

it('takes a prompt and a session id as older clients give them: a turn first, then the transcript', async () => {
  const cwd = scriptedFolder([{ say: 'Hello there.' }]);
  const argv = ['flush-transcript', 'Greet.', '--session-id', 'old', '--model', 'script:s.yaml'];
  expect((await jsonOf(argv, { cwd })).data).toMatchObject({ session_id: 'old', messages: 2 });
  expect((await jsonOf(argv, { cwd })).data).toMatchObject({ session_id: 'old', messages: 4 });
});

it('says what is missing, and leaves no half file where it cannot write', async () => {
  const cwd = await recorded();
  expect((await jsonOf(['flush-transcript'], { cwd })).error).toMatchObject({ code: 'argument_missing' });
  expect((await jsonOf(['flush-transcript', 'nobody'], { cwd })).error).toMatchObject({
    kind: 'session_not_found',
  });
  const { exitCode, stderr } = await runCtx(['flush-transcript', 's', '--directory', 'no/where'], { cwd });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('no/where');
  expect(existsSync(join(cwd, 'no'))).toBe(false);
});

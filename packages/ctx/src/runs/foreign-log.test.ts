import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { jsonOf, scriptedFolder, task } from '../../test/scripted.js';

const log = '.context/sessions/s.jsonl';
const goOn = ['resume', 's', '--task', 'And now?'];

/** A project with a session, and the home of the user who ran it. */
async function recorded(home = temporaryFolder()) {
  const cwd = scriptedFolder([{ say: 'First.' }]);
  const outside = { cwd, env: { HOME: home, PATH: process.env['PATH'] } };
  await jsonOf(['run', ...task('Go.'), '--session-id', 's'], outside);
  return { cwd, home, outside, path: join(cwd, log) };
}

const elsewhere = (cwd: string) => ({ cwd, env: { HOME: temporaryFolder(), PATH: process.env['PATH'] } });

describe('a session is resumed', () => {
  it('where this machine wrote it, also in another folder', async () => {
    const { cwd, outside } = await recorded();
    expect(await jsonOf(goOn, outside)).toMatchObject({ exit_code: 0 });
    const moved = join(temporaryFolder(), 'moved');
    cpSync(cwd, moved, { recursive: true });
    expect(await jsonOf(goOn, { ...outside, cwd: moved })).toMatchObject({ exit_code: 0 });
  });

  it('after a crash: a record that nobody noted in time changes nothing', async () => {
    const { outside, path, home } = await recorded();
    const state = join(home, '.local/state/ctx/own-sessions');
    const [name = ''] = readdirSync(state);
    // What is noted when the session begins, and all that a killed process leaves.
    writeFileSync(join(state, name), `sha256:${name}\n`);
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${lines.slice(0, 5).join('\n')}\n{"torn`);
    expect(await jsonOf(['resume', 's'], outside)).toMatchObject({ exit_code: 0 });
  });

  it('with --trust-log where another machine wrote it, and is known from then on', async () => {
    const { cwd } = await recorded();
    const outside = elsewhere(cwd);
    expect(await jsonOf([...goOn, '--trust-log'], outside)).toMatchObject({ exit_code: 0 });
    expect(await jsonOf(goOn, outside)).toMatchObject({ exit_code: 0 });
  });
});

describe('a session is not resumed, and not written to,', () => {
  it.each<[string, (path: string) => void, string]>([
    ['where another machine wrote it', () => {}, 'was not written on this machine'],
    [
      'also where its last line is torn',
      (path) => writeFileSync(path, '{"torn', { flag: 'a' }),
      'was not written',
    ],
  ])('%s', async (_, change, says) => {
    const { cwd, path } = await recorded();
    change(path);
    const before = readFileSync(path);
    const { error } = await jsonOf(goOn, elsewhere(cwd));
    expect(error).toMatchObject({ code: 'session_foreign', message: expect.stringContaining(says) });
    expect(error?.hint).toContain('--trust-log');
    expect(readFileSync(path)).toEqual(before);
  });

  it('where the last record is gone that this machine knows of', async () => {
    const { outside, path } = await recorded();
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${lines.slice(0, 4).join('\n')}\n`);
    const { error } = await jsonOf(['resume', 's'], outside);
    expect(error).toMatchObject({ code: 'session_foreign', message: expect.stringContaining('cut off') });
  });

  it('where there is no home to remember anything in', async () => {
    const { cwd } = await recorded();
    const { error } = await jsonOf(goOn, { cwd, env: { HOME: '', PATH: process.env['PATH'] } });
    expect(error).toMatchObject({ code: 'session_foreign' });
  });

  it('because a run was added to it', async () => {
    const { cwd } = await recorded();
    const outside = elsewhere(cwd);
    const more = { model: 'script:s.yaml', runs: [{ run_id: 'r2', task: 'More.' }] };
    writeFileSync(join(cwd, 'more.yaml'), JSON.stringify(more));
    expect(await jsonOf(['run', 'more.yaml', '--append', 's'], outside)).toMatchObject({ exit_code: 0 });
    expect(await jsonOf(goOn, outside)).toMatchObject({ error: { code: 'session_foreign' } });
  });
});

it('nobody is led to resume what is foreign', async () => {
  const { cwd, path } = await recorded();
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, `${lines.slice(0, 4).join('\n')}\n`);
  writeFileSync(
    join(cwd, 'more.yaml'),
    JSON.stringify({ model: 'script:s.yaml', runs: [{ run_id: 'r2', task: 'More.' }] }),
  );
  const { error } = await jsonOf(['run', 'more.yaml', '--append', 's'], elsewhere(cwd));
  expect(error).toMatchObject({ code: 'session_unfinished' });
  expect(error?.hint).not.toContain('resume');
});

it('what is remembered is private, and a home that cannot be written to does not stop a run', async () => {
  const { home } = await recorded();
  const state = join(home, '.local/state/ctx/own-sessions');
  expect(statSync(state).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(state)) expect(statSync(join(state, name)).mode & 0o777).toBe(0o600);
  const blocked = temporaryFolder({ '.local': 'a file' });
  const { outside } = await recorded(blocked);
  expect(await jsonOf(goOn, outside)).toMatchObject({ error: { code: 'session_foreign' } });
});

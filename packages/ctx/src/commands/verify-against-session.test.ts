import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../../test/in-process.js';
import { jsonOf, scriptedFolder, task } from '../../test/scripted.js';

type Made = 'report' | 'export';

/** A report or an export of a session, and of another one that tells something else. */
async function made(command: Made) {
  const cwd = scriptedFolder([{ say: 'It holds.' }], {
    'other.yaml': JSON.stringify({ model: 'script/1', replies: [{ say: 'It does not.' }] }),
  });
  const { data } = await jsonOf(['run', ...task('Look.'), '--session-id', 's'], { cwd });
  await jsonOf(['run', '--task', 'Look.', '--model', 'script:other.yaml', '--session-id', 'forged'], { cwd });
  for (const session of ['s', 'forged']) await jsonOf([command, session, '--out', `${session}-out`], { cwd });
  return { cwd, head: String(data?.['chain_head']) };
}

describe.each<Made>(['report', 'export'])('a %s', (command) => {
  it('proves by itself that its files belong together, and says what it does not prove', async () => {
    const { cwd, head } = await made(command);
    for (const flags of [[], ['--head', head]]) {
      const { data } = await jsonOf(['verify', 's-out', ...flags], { cwd });
      expect(data).toMatchObject({
        verdict: 'pass',
        proves: 'consistency',
        not_checked: [
          expect.stringContaining('what the session’s log says'),
          expect.stringContaining('itself'),
        ],
      });
    }
    const { stdout } = await runCtx(['verify', 's-out'], { cwd });
    expect(stdout).toMatch(/^pass: the files belong together\n/);
    expect(stdout).toContain('--session FILE');
  });

  it('is made again from its session, and must be the same bytes', async () => {
    const { cwd, head } = await made(command);
    for (const flags of [[], ['--head', head]])
      expect((await jsonOf(['verify', 's-out', '--session', 's', ...flags], { cwd })).data).toMatchObject({
        verdict: 'pass',
        proves: 'made_from_session',
        not_checked: [],
      });
    const { error } = await jsonOf(['verify', 's-out', '--session', 'forged'], { cwd });
    expect(error).toMatchObject({
      code: 'verify_failed',
      details: { findings: expect.arrayContaining([expect.objectContaining({ code: 'not_of_session' })]) },
    });
  });

  it('does not pass against a session that was changed or is not finished', async () => {
    const { cwd } = await made(command);
    const log = join(cwd, '.context/sessions/s.jsonl');
    const lines = readFileSync(log, 'utf8').split('\n');
    writeFileSync(
      log,
      lines
        .slice(0, 4)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const cut = await jsonOf(['verify', 's-out', '--session', 's'], { cwd });
    expect(JSON.stringify(cut.error?.['details'])).toContain('"session_incomplete"');
    writeFileSync(log, lines.join('\n').replace('It holds.', 'It helps.'));
    const changed = await jsonOf(['verify', 's-out', '--session', 's'], { cwd });
    expect(changed.error).toMatchObject({ details: { findings: [{ code: 'session_fails' }] } });
  });

  it('is as private as the session, unless somebody wants it otherwise', async () => {
    const { cwd } = await made(command);
    const modes = (folder: string, file: string) =>
      [folder, join(folder, file)].map((path) => statSync(join(cwd, path)).mode & 0o777);
    const file = command === 'report' ? 'index.html' : 'r1.export.json';
    expect(modes('s-out', file)).toEqual([0o700, 0o600]);
    await jsonOf([command, 's', '--out', 'shown', '--public'], { cwd });
    const umask = process.umask();
    expect(modes('shown', file)).toEqual([0o777 & ~umask, 0o666 & ~umask]);
  });
});

it('--session goes with a report or an export, not with a session', async () => {
  const { cwd } = await made('report');
  expect(await jsonOf(['verify', 's', '--session', 's'], { cwd })).toMatchObject({
    error: { code: 'flag_value_invalid', target: '--session' },
  });
});

import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf, scriptedFolder, task } from '../../test/scripted.js';

it('lists sessions newest first, with how they ended and what they spent', async () => {
  const cwd = scriptedFolder([{ say: 'Hi.', usage: { input_tokens: 3, output_tokens: 1 } }]);
  await jsonOf(['run', ...task('One.'), '--session-id', 'older'], { cwd });
  utimesSync(join(cwd, '.context/sessions/older.jsonl'), 1, 1);
  await jsonOf(['run', ...task('Two.'), '--session-id', 'newer'], { cwd });
  const { data } = await jsonOf(['list-sessions'], { cwd });
  expect(data).toMatchObject({
    directory: join(cwd, '.context/sessions'),
    count: 2,
    total: 2,
    sessions: [
      {
        session_id: 'newer',
        title: 'Two.',
        model: 'script:s.yaml',
        prompt_count: 1,
        stopped: true,
        stop_reason: 'completed',
        totals: { turns: 1, input_tokens: 3 },
        locked: false,
      },
      { session_id: 'older', last_modified: '1970-01-01T00:00:01.000Z' },
    ],
    unreadable: [],
  });
});

it('lists one that cannot be read with the reason, and no more than --limit', async () => {
  const cwd = scriptedFolder([{ say: 'Hi.' }]);
  await jsonOf(['run', ...task('One.'), '--session-id', 'good'], { cwd });
  writeFileSync(join(cwd, '.context/sessions/zz-bad.jsonl'), 'nonsense\n');
  utimesSync(join(cwd, '.context/sessions/good.jsonl'), 1, 1);
  const { data } = await jsonOf(['list-sessions', '--limit', '1'], { cwd });
  expect(data).toMatchObject({
    count: 0,
    total: 2,
    sessions: [],
    unreadable: [{ session_id: 'zz-bad', why: 'session_broken' }],
  });
  const { stdout } = await runCtx(['list-sessions', '--limit', '1'], { cwd });
  expect(stdout).toContain('unreadable: session_broken');
  expect(stdout).toContain('and 1 more; --limit 2 lists all');
});

it('says kindly that there are none', async () => {
  const { stdout, exitCode } = await runCtx(['list-sessions'], { cwd: temporaryFolder() });
  expect(stdout).toContain('No sessions in');
  expect(exitCode).toBe(0);
});

it('shows a table to a person', async () => {
  const cwd = scriptedFolder([{ say: 'Hi.' }]);
  await jsonOf(['run', ...task('One.'), '--session-id', 'good'], { cwd });
  utimesSync(join(cwd, '.context/sessions/good.jsonl'), 1000, 1000);
  const clock = { now: () => 1_000_000 + 3 * 60_000, deterministic: false };
  expect((await runCtx(['list-sessions'], { cwd, clock })).stdout).toMatch(
    /^good {2}3 minutes ago {2}completed {2}ctx {2}script:s\.yaml {2}\$0 {2}One\.\n$/,
  );
});

it('counts the prompts of all runs of a session, and of one that is still open', async () => {
  const cwd = temporaryFolder();
  const prompt = ['--task', '"type":"turn.opened"}\n'];
  await jsonOf(['run', ...prompt, '--session-id', 's', '--model', 'script:echo'], { cwd });
  await jsonOf(['resume', 's', '--task', 'Again.'], { cwd });
  const listed = async () => (await jsonOf(['list-sessions'], { cwd })).data?.['sessions'];
  expect(await listed()).toMatchObject([{ prompt_count: 2, stopped: true, totals: { turns: 2 } }]);
  const path = join(cwd, '.context/sessions/s.jsonl');
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, `${lines.slice(0, 4).join('\n')}\n`);
  expect(await listed()).toMatchObject([{ prompt_count: 1, stopped: false, stop_reason: 'open' }]);
});

it('takes the folder by either name of its flag, and not by two', async () => {
  const cwd = scriptedFolder([{ say: 'Hi.' }]);
  await jsonOf(['run', ...task('One.'), '--session-id', 's', '--sessions-dir', 'kept'], { cwd });
  for (const name of ['--directory', '--sessions-dir'])
    expect((await jsonOf(['list-sessions', name, 'kept'], { cwd })).data).toMatchObject({ count: 1 });
  const both = ['list-sessions', '--directory', 'kept', '--sessions-dir', 'other'];
  expect((await jsonOf(both, { cwd })).error).toMatchObject({ code: 'flags_contradict' });
});

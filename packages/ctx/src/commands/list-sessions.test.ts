import { utimesSync, writeFileSync } from 'node:fs';
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
    total: 2,
    sessions: [
      {
        id: 'newer',
        stop_reason: 'completed',
        totals: { turns: 1, input_tokens: 3 },
        locked: false,
        readable: true,
      },
      { id: 'older' },
    ],
  });
});

it('lists one that cannot be read with the reason, and no more than --limit', async () => {
  const cwd = scriptedFolder([{ say: 'Hi.' }]);
  await jsonOf(['run', ...task('One.'), '--session-id', 'good'], { cwd });
  writeFileSync(join(cwd, '.context/sessions/zz-bad.jsonl'), 'nonsense\n');
  utimesSync(join(cwd, '.context/sessions/good.jsonl'), 1, 1);
  const { data } = await jsonOf(['list-sessions', '--limit', '1'], { cwd });
  expect(data).toMatchObject({
    total: 2,
    sessions: [{ id: 'zz-bad', readable: false, why: 'session_broken' }],
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
  expect((await runCtx(['list-sessions'], { cwd })).stdout).toMatch(
    /^good .* completed +\d+ records +1 turns, 1 calls/,
  );
});

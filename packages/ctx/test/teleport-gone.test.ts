// A session whose other machine is gone for good: taken back by a person's word, and the fork is there to see on both sides.

import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCtx } from './in-process.js';
import { onTerminal } from './on-terminal.js';
import { jsonOf } from './scripted.js';
import { served } from './served.js';
import { isLive, machine, sessionIn } from './teleport-machines.js';

async function movedAway() {
  const [here, there] = [machine(), machine()];
  const [cwd, work] = [join(here.home, 'app'), join(there.home, 'work')];
  for (const folder of [cwd, work]) mkdirSync(folder);
  const path = await sessionIn(cwd, here);
  const arrived = join(work, 'app/.context/sessions/s.jsonl');
  const far = (...words: string[]) =>
    served(['--accept-teleports', '.', '--model', 'script:echo', ...words], { cwd: work, home: there.home });
  const server = await far();
  const token = join(here.home, 'token');
  cpSync(server.tokenFile, token);
  const flags = ['--token-file', token];
  const ctx = (...words: string[]) => runCtx(words, { cwd, env: here.env });
  const moved = await ctx('teleport-mode', server.url, 's', ...flags, '--task', 'Say more.');
  expect([moved.exitCode, isLive(path), isLive(arrived)]).toEqual([0, false, true]);
  const takingBack = ['teleport-mode', '--cancel', 's', '--target-is-gone', ...flags];
  const atTerminal = (word: string) =>
    onTerminal(takingBack, [['Take it back? [y/N]', `${word}\r`]], { cwd, home: here.home });
  const verify = (side: 'here' | 'there', ...more: string[]) =>
    side === 'here'
      ? jsonOf(['verify', path, ...more], { cwd, env: here.env })
      : jsonOf(['verify', arrived, ...more], { cwd: work, env: there.env });
  return { here, there, cwd, work, path, arrived, server, far, flags, ctx, takingBack, atTerminal, verify };
}

it('comes back only with a yes at a terminal, and only from a machine that does not answer', async () => {
  const { path, server, ctx, takingBack, flags, atTerminal } = await movedAway();
  const answers = await ctx(...takingBack);
  expect([answers.exitCode, answers.stderr]).toEqual([1, expect.stringContaining('it answers')]);
  await server.stop();
  const asked = await ctx('teleport-mode', '--cancel', 's', ...flags);
  expect([asked.exitCode, asked.stderr]).toEqual([1, expect.stringContaining('cannot be reached')]);
  const unattended = await ctx(...takingBack);
  expect([unattended.exitCode, unattended.stderr]).toEqual([
    1,
    expect.stringContaining('needs your confirmation'),
  ]);
  const declined = await atTerminal('n');
  expect([declined.exitCode, declined.shown]).toEqual([1, expect.stringContaining('was not taken back')]);
  expect(isLive(path)).toBe(false);
  const alone = await ctx('teleport-mode', '--target-is-gone', 'x', 's');
  expect([alone.exitCode, alone.stderr]).toEqual([1, expect.stringContaining('--cancel')]);
});

it('goes on here, says for good that nobody was asked, and is a fork by each side’s verify', async () => {
  const { here, there, cwd, work, path, arrived, server, far, flags, ctx, atTerminal, verify } =
    await movedAway();
  await server.stop();
  const { exitCode, shown } = await atTerminal('y');
  expect(exitCode).toBe(0);
  expect(shown).toContain('It had arrived there: what was done there since is not in this log.');
  const resumed = await jsonOf(['resume', 's', '--task', 'Here.'], { cwd, env: here.env });
  expect(resumed.error).toBeUndefined();
  const [ours, theirs] = [await verify('here'), await verify('there')];
  expect(ours.data).toMatchObject({ verdict: 'pass', noted: [{ code: 'taken_back_unanswered' }] });
  expect(theirs.data).toMatchObject({ verdict: 'pass' });
  const [ourHead, theirHead] = [String(ours.data?.['chain_head']), String(theirs.data?.['chain_head'])];
  expect((await verify('here', '--head', theirHead)).error).toMatchObject({ code: 'verify_failed' });
  expect((await verify('there', '--head', ourHead)).error).toMatchObject({ code: 'verify_failed' });
  const told = await ctx('report', 's', '--out', join(here.home, 'report'));
  expect(told.exitCode).toBe(0);
  // The machine is back: neither side takes the other's copy.
  const again = await far();
  cpSync(again.tokenFile, join(here.home, 'token'));
  const refused = await ctx('teleport-mode', again.url, 's', ...flags);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('already continues there')]);
  expect([isLive(path), isLive(arrived)]).toEqual([true, true]);
  expect((await jsonOf(['list-sessions'], { cwd: join(work, 'app'), env: there.env })).error).toBeUndefined();
});

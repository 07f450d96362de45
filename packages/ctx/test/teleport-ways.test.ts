// `ctx teleport-mode` itself, over each of the ways that lead to another machine.

import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import { jsonOf } from './scripted.js';
import { served } from './served.js';
import { sshd } from './sshd.js';
import { git, isLive, machine, sessionIn } from './teleport-machines.js';

async function twoMachines() {
  const [here, there] = [machine(), machine()];
  const [cwd, work] = [join(here.home, 'app'), join(there.home, 'work')];
  mkdirSync(cwd);
  mkdirSync(work);
  git(cwd, 'init', '-q');
  writeFileSync(join(cwd, 'a.txt'), 'a\n');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-q', '-m', 'first');
  const path = await sessionIn(cwd, here);
  const ctx = (...words: string[]) =>
    runCtx(words, { cwd, env: here.env, clock: { now: () => Date.now(), deterministic: false } });
  return { here, there, cwd, work, path, arrived: join(work, 'app/.context/sessions/s.jsonl'), ctx };
}

describe('teleport-mode', () => {
  it.each(['ws', 'unix', 'a remote'])(
    'moves a session by %s, has it go on there, and brings it back',
    async (way) => {
      const { here, there, cwd, work, path, arrived, ctx } = await twoMachines();
      const listen = way === 'unix' ? ['--listen', `unix:${join(temporaryFolder(), 's')}`] : [];
      const server = await served([...listen, '--accept-teleports', '.', '--model', 'script:echo'], {
        cwd: work,
        home: there.home,
      });
      const token = join(here.home, 'token');
      cpSync(server.tokenFile, token);
      if (way === 'a remote') await ctx('remote', 'add', 'big', server.url, '--token-file', token);
      const target = way === 'a remote' ? ['big'] : [server.url, '--token-file', token];
      const checked = await ctx('teleport-mode', ...target, 's', '--check');
      expect([checked.exitCode, checked.stdout]).toEqual([
        0,
        expect.stringContaining('session s can move to'),
      ]);
      const moved = await ctx('teleport-mode', ...target, 's', '--task', 'Say more.');
      expect([moved.exitCode, moved.stderr, moved.stdout]).toEqual([
        0,
        expect.anything(),
        expect.stringContaining('session s moved to'),
      ]);
      expect([isLive(path), isLive(arrived)]).toEqual([false, true]);
      const loaded = await jsonOf(['load-session', 's'], { cwd: join(work, 'app'), env: there.env });
      expect(loaded.data).toMatchObject({
        runs: [{ stop_reason: 'completed' }, { stop_reason: 'completed' }],
      });
      const back = await ctx(
        'teleport-mode',
        '--back',
        's',
        ...(way === 'a remote' ? [] : ['--token-file', token]),
      );
      expect([back.exitCode, back.stdout]).toEqual([0, expect.stringContaining('session s is back from')]);
      expect([isLive(path), isLive(arrived)]).toEqual([true, false]);
      const verified = await jsonOf(['verify', 's'], { cwd, env: here.env });
      expect(verified.data).toMatchObject({ verdict: 'pass', runs: [{}, {}] });
    },
  );

  it('moves a session by a real sshd, with all that whoever has a shell may bring, and brings it back', async () => {
    const { cwd, work, path, arrived, ctx } = await twoMachines();
    mkdirSync(join(cwd, '.vscode'));
    writeFileSync(join(cwd, '.vscode/settings.json'), '{}');
    const far = await sshd();
    const ssh = ['--ssh-config', far.config()];
    const moved = await ctx('teleport-mode', `${far.host}:${work}`, 's', ...ssh, '--task', 'Say more.');
    expect([moved.exitCode, moved.stdout]).toEqual([0, expect.stringContaining('session s moved to')]);
    expect([isLive(path), isLive(arrived)]).toEqual([false, true]);
    expect(existsSync(join(work, 'app/.vscode/settings.json'))).toBe(true);
    const back = await ctx('teleport-mode', '--back', 's', ...ssh);
    expect([back.exitCode, back.stdout]).toEqual([0, expect.stringContaining('session s is back from')]);
    expect([isLive(path), isLive(arrived)]).toEqual([true, false]);
    const lost = await ctx('teleport-mode', `${far.host}:${work}/gone`, 's', ...ssh);
    expect([lost.exitCode, lost.stderr]).toEqual([1, expect.stringContaining('gone')]);
  });

  it('ends with exit code 1 and the next step where something is wrong', async () => {
    const { here, there, cwd, work, path, ctx } = await twoMachines();
    const server = await served([], { cwd: work, home: there.home });
    const token = join(here.home, 'token');
    cpSync(server.tokenFile, token);
    const calls: readonly [string[], RegExp][] = [
      [[server.url, 's', '--token-file', token], /accepts no sessions[\s\S]*--accept-teleports/],
      [['nowhere', 's'], /is not a target/],
      [['ws://127.0.0.1:1', 's', '--token-file', token], /cannot be reached/],
      [[server.url, 'other', '--token-file', token], /There is no session other/],
      [['--back', 's'], /was not moved/],
      [['--cancel', 's'], /was not moved/],
      [['--back', 's', '--cancel', 's'], /--cancel/],
      [[], /TARGET/],
    ];
    for (const [words, says] of calls) {
      const { exitCode, stderr } = await ctx('teleport-mode', ...words);
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(says)]);
    }
    const json = await ctx('teleport-mode', 'x', 's', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'json_opted_out' } });
    expect([isLive(path), existsSync(join(work, 'app')), existsSync(join(cwd, 'a.txt'))]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../src/acp/connection.js';
import { moveThere } from '../src/commands/teleport/move.js';
import { writeForeignSession } from '../src/session/fixtures/foreign-session.js';
import { methods } from '../src/teleport/methods.js';
import { runCtx } from './in-process.js';
import { jsonOf } from './scripted.js';
import { connectTo, git, isLive, journey, text } from './teleport-machines.js';

/** A repository with every kind of change that is not committed. */
function repository(cwd: string): void {
  git(cwd, 'init', '-q');
  mkdirSync(join(cwd, 'src'));
  for (const name of ['a.txt', 'b.txt', 'gone.txt', 'src/deep.txt'])
    writeFileSync(join(cwd, name), `${name}\n`);
  writeFileSync(join(cwd, 'run.sh'), '#!/bin/sh\n');
  chmodSync(join(cwd, 'run.sh'), 0o755);
  symlinkSync('a.txt', join(cwd, 'link'));
  writeFileSync(join(cwd, '.gitignore'), '.env\nbuild/\n');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-q', '-m', 'first');
}

function changes(cwd: string): void {
  writeFileSync(join(cwd, 'a.txt'), 'changed\n');
  writeFileSync(join(cwd, 'b.txt'), 'staged\n');
  git(cwd, 'add', 'b.txt');
  writeFileSync(join(cwd, 'b.txt'), 'staged and changed\n');
  rmSync(join(cwd, 'gone.txt'));
  writeFileSync(join(cwd, 'new.txt'), 'untracked\n');
  writeFileSync(join(cwd, '.env'), 'SECRET=1\n');
  mkdirSync(join(cwd, 'build'));
  writeFileSync(join(cwd, 'build/out.js'), 'made\n');
  chmodSync(join(cwd, 'src/deep.txt'), 0o755);
  rmSync(join(cwd, 'link'));
  symlinkSync('b.txt', join(cwd, 'link'));
}

describe('a session that moves with a git workspace', () => {
  it('keeps what git was told not to look at, here and on the way back', async () => {
    const trip = await journey((cwd) => {
      repository(cwd);
      git(cwd, 'update-index', '--skip-worktree', 'a.txt');
      writeFileSync(join(cwd, 'a.txt'), 'only here\n');
    });
    const status = git(trip.cwd, 'status', '--porcelain=v1');
    await trip.move();
    expect(text(trip.there_('a.txt'))).toBe('only here\n');
    await trip.back();
    expect([git(trip.cwd, 'status', '--porcelain=v1'), text(join(trip.cwd, 'a.txt'))]).toEqual([
      status,
      'only here\n',
    ]);
  });

  it('goes on there, with commits, index, work tree, modes and links, and here no more', async () => {
    const trip = await journey((cwd) => {
      repository(cwd);
      changes(cwd);
    });
    const status = git(trip.cwd, 'status', '--porcelain=v1');
    const sent = await trip.move();
    const there = trip.there_('');
    expect(sent).toMatchObject({ state: 'moved', left: ['.env', 'build/'] });
    expect(git(there, 'status', '--porcelain=v1')).toBe(status);
    expect(git(there, 'show', ':b.txt')).toBe('staged\n');
    expect(text(join(there, 'b.txt'))).toBe('staged and changed\n');
    expect(git(there, 'log', '--format=%s')).toBe('first\n');
    expect(git(there, 'symbolic-ref', 'HEAD')).toBe(git(trip.cwd, 'symbolic-ref', 'HEAD'));
    expect(lstatSync(join(there, 'src/deep.txt')).mode & 0o777).toBe(0o755);
    expect(readlinkSync(join(there, 'link'))).toBe('b.txt');
    expect(existsSync(join(there, '.env'))).toBe(false);
    expect(existsSync(join(there, 'gone.txt'))).toBe(false);
    expect([isLive(trip.path), isLive(trip.there_('.context/sessions/s.jsonl'))]).toEqual([false, true]);
    const refused = await jsonOf(['resume', 's', '--task', 'More.'], { cwd: trip.cwd, env: trip.here.env });
    expect(refused.error).toMatchObject({ code: 'session_moved', hint: expect.stringContaining('--back') });
    const resumed = await jsonOf(['resume', 's', '--task', 'More.'], { cwd: there, env: trip.there.env });
    expect(resumed.data).toMatchObject({ runs: expect.anything() });
    const verified = await jsonOf(['verify', 's'], { cwd: there, env: trip.there.env });
    expect(verified.data).toMatchObject({ verdict: 'pass' });
  });

  it('comes back into the same session, with what was done there', async () => {
    const trip = await journey((cwd) => {
      repository(cwd);
      changes(cwd);
    });
    await trip.move();
    const there = trip.there_('');
    await jsonOf(['resume', 's', '--task', 'More.'], { cwd: there, env: trip.there.env });
    writeFileSync(join(there, 'done-there.txt'), 'there\n');
    git(there, 'add', 'done-there.txt');
    git(there, 'commit', '-q', '-m', 'second');
    rmSync(join(there, 'new.txt'));
    const before = text(trip.path);
    await trip.back();
    expect(text(trip.path).startsWith(before)).toBe(true);
    expect(text(join(trip.cwd, 'done-there.txt'))).toBe('there\n');
    expect(existsSync(join(trip.cwd, 'new.txt'))).toBe(false);
    expect(text(join(trip.cwd, '.env'))).toBe('SECRET=1\n');
    expect(git(trip.cwd, 'log', '--format=%s')).toBe('second\nfirst\n');
    expect([isLive(trip.path), isLive(trip.there_('.context/sessions/s.jsonl'))]).toEqual([true, false]);
    const verified = await jsonOf(['verify', 's'], { cwd: trip.cwd, env: trip.here.env });
    expect(verified.data).toMatchObject({ verdict: 'pass' });
    const again = await jsonOf(['resume', 's', '--task', 'Third.'], { cwd: trip.cwd, env: trip.here.env });
    expect(again.data).toBeDefined();
    // And a second journey moves only what came since.
    expect((await trip.move()).sent).toBeLessThan(20_000);
  });
});

describe('a session that moves with plain files', () => {
  it('is one whose repository has no commit yet; one that comes with commits finds no place in such a repository', async () => {
    const trip = await journey((cwd) => {
      git(cwd, 'init', '-q');
      writeFileSync(join(cwd, 'a.txt'), 'a\n');
    });
    await trip.move();
    expect(text(trip.there_('a.txt'))).toBe('a\n');
    await trip.back();
    expect(isLive(trip.path)).toBe(true);
    const other = await journey(repository);
    mkdirSync(other.there_(''));
    git(other.there_(''), 'init', '-q');
    await expect(other.move()).rejects.toMatchObject({
      where: { obstacles: [{ code: 'target_unusable', reason: 'it is a git repository without a commit' }] },
    });
    expect(isLive(other.path)).toBe(true);
  });

  it('brings the files that the other side lacks, and leaves secrets', async () => {
    const trip = await journey((cwd) => {
      writeFileSync(join(cwd, 'a.txt'), 'a'.repeat(100_000));
      writeFileSync(join(cwd, '.env'), 'SECRET=1\n');
      writeFileSync(join(cwd, 'empty'), '');
    });
    mkdirSync(trip.there_(''));
    writeFileSync(trip.there_('a.txt'), 'a'.repeat(100_000));
    const sent = await trip.move();
    expect(sent.left).toEqual(['.env']);
    expect(sent.sent).toBeLessThan(50_000);
    expect(text(trip.there_('empty'))).toBe('');
    expect(isLive(trip.there_('.context/sessions/s.jsonl'))).toBe(true);
  });
});

describe('what stands in the way', () => {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => [],
      (error: unknown) =>
        Reflect.get(Reflect.get(Object(error), 'where'), 'obstacles').map((one: object) =>
          Reflect.get(one, 'code'),
        ),
    );

  it('is said before anything moves: nobody accepts, work there, another version, a model that cannot be used', async () => {
    const closed = await journey(repository, { 'accept-teleports': undefined });
    expect(await refusal(closed.move())).toEqual(['not_accepted']);
    const trip = await journey(repository);
    git(trip.accepts, 'clone', '-q', trip.cwd, 'app');
    writeFileSync(trip.there_('a.txt'), 'somebody’s work\n');
    expect(await refusal(trip.move())).toEqual(['target_dirty']);
    git(trip.there_(''), 'commit', '-q', '-a', '-m', 'theirs');
    expect(await refusal(trip.move())).toEqual(['target_diverged']);
    writeFileSync(join(trip.accepts, 'file'), '');
    expect(await refusal(trip.move({ into: 'file' }))).toEqual(['target_unusable']);
    symlinkSync('/etc', join(trip.cwd, 'out'));
    expect(await refusal(trip.move({ into: 'other' }))).toEqual(['leaves_root']);
    rmSync(join(trip.cwd, 'out'));
    const model = ['--model', 'anthropic/claude-sonnet-4-5', '--run-id', 'r2', '--append', 's'];
    await jsonOf(['run', '--task', 'More of it.', ...model], {
      cwd: trip.cwd,
      env: { ...trip.here.env, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' },
    });
    expect(await refusal(trip.move({ into: 'other' }))).toEqual(['model_unusable']);
    expect([isLive(trip.path), existsSync(join(trip.accepts, 'other'))]).toEqual([true, false]);
    expect(existsSync(join(trip.there.home, '.local/state/ctx/teleports/in'))).toBe(false);
  });

  it('is only said with --check, with how much would move', async () => {
    const trip = await journey(repository);
    const checked = await trip.move({ isCheck: true });
    expect(checked).toMatchObject({ state: 'checked', files: 7, sent: expect.any(Number) });
    expect([isLive(trip.path), existsSync(trip.there_(''))]).toEqual([true, false]);
  });

  it('may be the session itself: another agent’s, another machine’s', async () => {
    const trip = await journey();
    const elsewhere = { ...trip.here.services(trip.cwd), env: { ...trip.here.env, HOME: trip.there.home } };
    await expect(
      moveThere(
        { path: trip.path, target: 'x', into: '', allowOtherVersion: false, isCheck: false },
        await connectTo(trip.there, trip.accepts, trip.flags, elsewhere),
        elsewhere,
      ),
    ).rejects.toMatchObject({ code: 'session_foreign' });
    writeForeignSession(join(trip.cwd, 'theirs.jsonl'));
    await expect(trip.move({ path: join(trip.cwd, 'theirs.jsonl') })).rejects.toMatchObject({
      code: 'teleport_other_agent',
    });
  });
});

describe('a teleport that is cut off', () => {
  it('is finished by the same command, or called off, and never goes on in two places', async () => {
    const trip = await journey(repository);
    const services = trip.here.services(trip.cwd);
    const connection = await connectTo(trip.there, trip.accepts, trip.flags, services);
    // The connection ends between the seal and the answer to it.
    const cut: Connection = {
      ...connection,
      request(method, params, signal) {
        if (method === methods.commit) connection.close();
        return connection.request(method, params, signal);
      },
    };
    const moving = { path: trip.path, target: 'test', into: '', allowOtherVersion: false, isCheck: false };
    await expect(moveThere(moving, cut, services)).rejects.toMatchObject({ code: 'teleport_interrupted' });
    expect([isLive(trip.path), existsSync(trip.there_(''))]).toEqual([false, false]);
    await trip.cancel();
    expect(isLive(trip.path)).toBe(true);
    await trip.move();
    expect([isLive(trip.path), isLive(trip.there_('.context/sessions/s.jsonl'))]).toEqual([false, true]);
    await expect(trip.cancel()).rejects.toMatchObject({ code: 'teleport_arrived' });
    await expect(trip.move()).rejects.toMatchObject({ code: 'session_moved' });
  });

  it('is shown as moved by every command that shows sessions', async () => {
    const trip = await journey();
    await trip.move();
    const peer = expect.stringMatching(/:.*\/work\/app$/);
    const at = { cwd: trip.cwd, env: trip.here.env };
    expect((await jsonOf(['list-sessions'], at)).data).toMatchObject({
      sessions: [{ session_id: 's', moved_to: peer }],
    });
    expect((await jsonOf(['load-session', 's'], at)).data).toMatchObject({ moved_to: peer });
    expect((await jsonOf(['verify', 's'], at)).data).toMatchObject({ verdict: 'pass', moved_to: peer });
    await jsonOf(['report', 's', '--out', 'report'], at);
    expect(text(join(trip.cwd, 'report/index.html'))).toContain('/work/app');
    expect((await runCtx(['list-sessions'], at)).stdout).toContain('moved to ');
  });
});

// A head that is known elsewhere: in commits, and in a checkpoint.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, cleanEnvironment } from '../../test/built.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf, task } from '../../test/scripted.js';
import { recordedSession } from '../../test/signed-session.js';
import { makeKey, signersFile, sshVerifies } from '../../test/ssh-keys.js';
import { systemClock } from '../time/clock.js';

async function repository() {
  const session = await recordedSession();
  const env = cleanEnvironment(session.env.HOME);
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...words], {
      cwd: session.cwd,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  git('init', '-q', '-b', 'main');
  git('add', 's.yaml');
  const outside = { cwd: session.cwd, env };
  return { ...session, env, git, outside, hook: join(session.cwd, '.git/hooks/prepare-commit-msg') };
}

describe('the hook of git', () => {
  it('names the sessions since the last commit, before comments, once each, and verify holds them', async () => {
    const { outside, git, head } = await repository();
    await jsonOf(['init', '--hooks', '--git'], outside);
    git('commit', '-q', '-m', 'First\n\nSigned-off-by: A <a@b>');
    expect(git('log', '-1', '--format=%B').trim()).toBe(
      `First\n\nSigned-off-by: A <a@b>\nCtx-Session: s ${head}`,
    );
    const { data } = await jsonOf(['verify', '--commit', 'HEAD'], outside);
    expect(data).toMatchObject({
      commits: 1,
      unnamed: 0,
      anchors: [{ session_id: 's', state: 'held', seq: 10 }],
    });
    await jsonOf(['run', ...task('More.'), '--run-id', 'r2', '--append', 's'], outside);
    git('commit', '-q', '--allow-empty', '-m', 'Second');
    expect((await jsonOf(['verify', '--commit', 'HEAD~1..HEAD'], outside)).data).toMatchObject({
      anchors: [{ session_id: 's', state: 'held', records: 22 }],
    });
  });

  it('is listed beside the hooks of agents', async () => {
    const { outside, hook } = await repository();
    expect((await jsonOf(['hooks', 'list'], outside)).data).not.toHaveProperty('git_hook');
    await jsonOf(['init', '--git', '--hooks'], outside);
    expect((await jsonOf(['hooks', 'list'], outside)).data).toMatchObject({ git_hook: { file: hook } });
    expect((await runCtx(['hooks', 'list'], outside)).stdout).toContain(hook);
  });

  it.each([
    ['none', () => {}],
    ['a script', (hook: string) => writeFileSync(hook, '#!/bin/sh\necho ran >> ran\n', { mode: 0o755 })],
    [
      'one that is switched off',
      (hook: string) => writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o644 }),
    ],
    ['a program', (hook: string) => copyFileSync('/bin/true', hook)],
    ['a link', (hook: string) => symlinkSync('/bin/true', hook)],
  ])('is put beside %s and taken out byte for byte', async (what, put) => {
    const { outside, git, hook, cwd } = await repository();
    mkdirSync(join(cwd, '.git/hooks'), { recursive: true });
    rmSync(hook, { force: true });
    put(hook);
    const state = () =>
      existsSync(hook) ? [lstatSync(hook).mode, lstatSync(hook).mtimeMs, readFileSync(hook, 'latin1')] : [];
    const before = state();
    expect((await jsonOf(['hooks', 'list'], outside)).data).not.toHaveProperty('git_hook');
    for (let times = 0; times < 2; times++) await jsonOf(['init', '--hooks', '--git'], outside);
    git('commit', '-q', '-m', 'First');
    expect(git('log', '-1', '--format=%B')).toContain('Ctx-Session: s');
    if (what === 'a script') expect(readFileSync(join(cwd, 'ran'), 'utf8')).toBe('ran\n');
    expect((await jsonOf(['hooks', 'remove'], outside)).data).toMatchObject({
      git_hook: { change: 'removed' },
    });
    expect(state()).toEqual(before);
    expect(existsSync(`${hook}.before-ctx`)).toBe(false);
  });

  it('that was there before still decides whether there is a commit', async () => {
    const { outside, git, hook, cwd } = await repository();
    mkdirSync(join(cwd, '.git/hooks'), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    await jsonOf(['init', '--hooks', '--git'], outside);
    expect(() => git('commit', '-q', '-m', 'No')).toThrow();
    writeFileSync(hook, '#!/bin/sh\n# mine\n');
    chmodSync(hook, 0o755);
    expect((await jsonOf(['hooks', 'remove'], outside)).error).toMatchObject({ code: 'git_hook_changed' });
  });

  it('works from core.hooksPath and in worktrees', async () => {
    const { outside, git, cwd } = await repository();
    git('config', 'core.hooksPath', '.husky');
    const { data } = await jsonOf(['init', '--hooks', '--git'], outside);
    expect(data?.['git_hook']).toMatchObject({ file: join(cwd, '.husky/prepare-commit-msg'), shared: false });
    git('commit', '-q', '-m', 'First');
    expect(git('log', '-1', '--format=%B')).toContain('Ctx-Session: s');
    git('config', '--unset', 'core.hooksPath');
    git('worktree', 'add', '-q', 'tree');
    const inTree = await jsonOf(['init', '--hooks', '--git'], { ...outside, cwd: join(cwd, 'tree') });
    expect(inTree.data?.['git_hook']).toMatchObject({ file: join(cwd, '.git/hooks/prepare-commit-msg') });
  });

  it('lets a commit be made where ctx is gone', async () => {
    const { outside, git, hook } = await repository();
    await jsonOf(['init', '--hooks', '--git'], outside);
    writeFileSync(hook, readFileSync(hook, 'utf8').replaceAll(builtFolder(), '/nowhere'));
    git('commit', '-q', '-m', 'First');
    expect(git('log', '-1', '--format=%B').trim()).toBe('First');
  });
});

describe('a commit that names a session', () => {
  it('shows that it was deleted, cut off, changed, or never written so', async () => {
    const { outside, git, path, head } = await repository();
    const state = async (message: string) => {
      git('commit', '-q', '--allow-empty', '-m', message);
      const { data, error } = await jsonOf(['verify', '--commit', 'HEAD'], outside);
      const { anchors = [] }: { anchors?: { state: string }[] } = Object(data ?? error?.['details']);
      return anchors.map((anchor) => anchor.state);
    };
    const whole = readFileSync(path, 'utf8');
    expect(await state(`x\n\nCtx-Session: s ${head}`)).toEqual(['held']);
    expect(await state('x')).toEqual([]);
    expect(await state('x\n\nCtx-Session: s')).toEqual(['trailer_malformed']);
    expect(await state(`x\n\nCtx-Session: nobody ${head}`)).toEqual(['session_missing']);
    writeFileSync(path, `${whole.split('\n').slice(0, 7).join('\n')}\n`);
    expect(await state(`x\n\nCtx-Session: s ${head}`)).toEqual(['head_missing']);
    writeFileSync(path, whole.replace('Looking.', 'Cooking.'));
    expect(await state(`x\n\nCtx-Session: s ${head}`)).toEqual(['session_fails']);
    rmSync(path);
    expect(await state(`x\n\nCtx-Session: s ${head}`)).toEqual(['session_missing']);
    const withoutGit = { ...outside, env: { ...outside.env, PATH: '/nowhere' } };
    expect((await jsonOf(['verify', '--commit', 'HEAD'], withoutGit)).error).toMatchObject({
      code: 'git_not_installed',
      message: 'git is not installed, and ctx needs it to verify HEAD.',
      hint: 'Install git, or add its folder to PATH; nothing was changed.',
    });
    expect((await jsonOf(['verify', '--commit', 'nothing'], outside)).error).toMatchObject({
      code: 'commit_unknown',
    });
    expect((await jsonOf(['verify', '--commit', '--help-me'], outside)).error).toBeDefined();
  });

  it('is a subject of what is signed', async () => {
    const { outside, git, head } = await repository();
    git('commit', '-q', '-m', `x\n\nCtx-Session: s ${head}`);
    const { data } = await jsonOf(['sign', 's', '--key', makeKey().file], outside);
    const commit = git('rev-parse', 'HEAD').trim();
    expect(data?.['subjects']).toContainEqual({ name: 'commit', digest: `gitCommit:${commit}` });
  });
});

describe('a checkpoint', () => {
  async function noted() {
    const session = await recordedSession();
    const key = makeKey();
    const outside = { cwd: session.cwd, env: session.env };
    const file = join(session.cwd, '../checkpoint.jsonl'.replace('..', 'kept'));
    const words = ['checkpoint', '--file', file];
    const first = await jsonOf([...words, '--key', key.file], outside);
    expect(first.error).toBeUndefined();
    const signers = signersFile(key);
    const verify = async () =>
      (await jsonOf([...words, '--verify', '--signers', signers], outside)).error?.code;
    return { ...session, key, outside, file, words, verify };
  }

  it('is signed, grows by what is new, and is verified by ssh-keygen as well', async () => {
    const { key, outside, file, words, verify } = await noted();
    expect(await verify()).toBeUndefined();
    await jsonOf(['run', ...task('Other.'), '--session-id', 'other'], outside);
    expect(await verify()).toBeUndefined();
    const before = readFileSync(file, 'utf8');
    expect((await jsonOf([...words, '--key', key.file], outside)).data).toMatchObject({
      entries: 2,
      noted: 1,
      sessions: 2,
    });
    expect(readFileSync(file, 'utf8').startsWith(before)).toBe(true);
    expect((await jsonOf([...words, '--key', key.file], outside)).data).toMatchObject({
      entries: 2,
      noted: 0,
    });
    const { signature, ...entry } = JSON.parse(readFileSync(file, 'utf8').split('\n')[1] ?? '');
    const sig = join(outside.cwd, 'c.sig');
    writeFileSync(sig, signature);
    expect(sshVerifies(Buffer.from(`${JSON.stringify(entry)}\n`), sig, signersFile(key))).toBe(true);
  });

  it('notices a session that was deleted, cut off or changed, and forgets one only when told to', async () => {
    const { key, outside, path, words, verify, file } = await noted();
    const whole = readFileSync(path, 'utf8');
    const state = async () =>
      Object((await jsonOf([...words, '--verify'], outside)).error?.['details']).missed?.[0]?.state;
    writeFileSync(path, `${whole.split('\n').slice(0, 7).join('\n')}\n`);
    expect(await state()).toBe('cut_off');
    writeFileSync(path, whole.replace('Looking.', 'Cooking.'));
    expect(await state()).toBe('fails');
    rmSync(path);
    expect(await state()).toBe('deleted');
    expect(await verify()).toBe('checkpoint_missed');
    const before = readFileSync(file, 'utf8');
    expect((await jsonOf([...words, '--key', key.file], outside)).error?.code).toBe('checkpoint_missed');
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await jsonOf([...words, '--key', key.file, '--forget'], outside)).data).toMatchObject({
      forgotten: 1,
      sessions: 0,
    });
    expect(await verify()).toBeUndefined();
  });

  it('is asked by a plain verify: a session that was cut off or deleted since does not pass on this machine', async () => {
    const session = await recordedSession();
    const key = makeKey();
    const outside = { cwd: session.cwd, env: session.env };
    const whole = readFileSync(session.path, 'utf8');
    await jsonOf(['run', ...task('Other.'), '--session-id', 'other'], outside);
    expect((await jsonOf(['checkpoint', '--key', key.file], outside)).error).toBeUndefined();
    const verify = (...words: readonly string[]) => jsonOf(['verify', ...words], outside);
    expect((await verify('s')).data).toMatchObject({
      verdict: 'pass',
      checkpoint: { records: 11, noted_at: expect.any(String) },
    });
    // A session that goes on has what it had.
    await jsonOf(['run', ...task('More.'), '--run-id', 'r2', '--append', 's'], outside);
    const longer = readFileSync(session.path, 'utf8');
    expect((await verify('s')).data).toMatchObject({
      verdict: 'pass',
      records: 22,
      checkpoint: { records: 11 },
    });
    // Cut back to the end of an earlier record, or written again from the start: both are whole chains.
    await jsonOf(['checkpoint', '--key', key.file], outside);
    writeFileSync(session.path, whole);
    const cut = await verify(session.path);
    expect(cut.error).toMatchObject({
      code: 'verify_failed',
      details: { findings: [{ code: 'checkpoint_head_missing', seq: 11 }] },
    });
    rmSync(session.path);
    await jsonOf(['run', ...task('Look.'), '--session-id', 's'], { ...outside, clock: systemClock });
    expect((await verify('s')).error).toMatchObject({
      details: { findings: [{ code: 'checkpoint_head_missing' }] },
    });
    rmSync(session.path);
    expect((await verify('s')).error).toMatchObject({ code: 'checkpoint_missed', target: 's' });
    expect((await verify('never')).error?.code).toBe('session_unknown');
    // A copy of it elsewhere is whoever's it is, and a checkpoint that does not hold shows nothing.
    writeFileSync(join(session.cwd, 's.jsonl'), whole);
    expect((await verify('./s.jsonl')).data?.['verdict']).toBe('pass');
    writeFileSync(session.path, longer);
    expect((await verify('s')).data?.['verdict']).toBe('pass');
    const none = await jsonOf(['checkpoint', '--verify', '--file', 'none.jsonl'], outside);
    expect(none.error).toMatchObject({
      code: 'checkpoint_none',
      hint: '`ctx checkpoint` makes one, signed with your SSH key.',
    });
    const { file } = Object((await jsonOf(['checkpoint', '--verify'], outside)).data);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"records":11', '"records":10'));
    expect((await verify('s')).error).toMatchObject({
      code: 'verify_incomplete',
      details: { findings: [{ code: 'checkpoint_broken' }] },
    });
  });

  it('that was changed, cut within a line, or signed by somebody else does not hold', async () => {
    const { outside, file, words, verify } = await noted();
    const text = readFileSync(file, 'utf8');
    for (let at = 0; at < text.length; at += 7) {
      const letter = text[at] === 'a' ? 'b' : 'a';
      writeFileSync(file, `${text.slice(0, at)}${letter}${text.slice(at + 1)}`);
      expect(await verify(), `byte ${at}`).toBe('checkpoint_broken');
    }
    writeFileSync(file, text.slice(0, -1));
    expect(await verify()).toBe('checkpoint_broken');
    writeFileSync(file, text);
    const { error } = await jsonOf([...words, '--verify', '--signers', signersFile(makeKey())], outside);
    expect(error?.message).toContain('signer_unknown');
    rmSync(file);
    expect(await verify()).toBe('checkpoint_none');
  });
});

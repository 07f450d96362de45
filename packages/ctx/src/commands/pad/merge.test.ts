// A pad that git could not merge, in a real repository.

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MemoryProject, memoryProject } from '../../../test/memory-project.js';
import { newIdentity } from '../../age/keys.js';

async function conflicted(
  theirs: (project: MemoryProject) => Promise<unknown>,
  ours: (project: MemoryProject) => Promise<unknown>,
) {
  const project = await memoryProject({ init: false });
  const env = { PATH: process.env['PATH'] ?? '', HOME: project.home, GIT_CONFIG_NOSYSTEM: '1' };
  const options = { cwd: project.root, env, encoding: 'utf8', stdio: 'pipe' } as const;
  const git = (...words: string[]) => execFileSync('git', words, options);
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'a');
  git('config', 'user.email', 'a@b');
  await project.data('init');
  await project.data('pad', 'add', 'before');
  await project.data('pad', 'add', 'doomed');
  git('add', '.');
  git('commit', '-qm', 'before');
  git('checkout', '-qb', 'theirs');
  await theirs(project);
  git('commit', '-qam', 'theirs');
  git('checkout', '-q', 'main');
  await ours(project);
  git('commit', '-qam', 'ours');
  const merge = spawnSync('git', ['merge', '-q', 'theirs'], options);
  expect(merge.status).not.toBe(0);
  return { ...project, git };
}

async function texts(project: MemoryProject) {
  const { entries } = await project.data('pad');
  return Array.isArray(entries) ? entries.map(({ id, text }) => [id, text]) : [];
}

describe('ctx pad merge', () => {
  it('refuses to merge without a version that git names and cannot give, and changes nothing', async () => {
    const project = await conflicted(
      async (there) => there.data('pad', 'add', 'theirs'),
      async (here) => here.data('pad', 'add', 'ours'),
    );
    const unmerged = project.git('ls-files', '--unmerged', '.context/scratchpad.age');
    const object = /^\d+ ([0-9a-f]+) 3\t/m.exec(unmerged)?.[1] ?? '';
    rmSync(join(project.root, '.git/objects', object.slice(0, 2), object.slice(2)));
    const before = readFileSync(project.path('scratchpad.age'));
    expect(await project.error('pad', 'merge')).toMatchObject({
      code: 'file_unreadable',
      message: expect.stringContaining('git cannot give'),
    });
    expect(readFileSync(project.path('scratchpad.age')).equals(before)).toBe(true);
  });

  it('puts both branches into one pad, keeps the state before, and can be run again', async () => {
    const project = await conflicted(
      async (there) => {
        await there.data('pad', 'add', 'theirs');
        await there.data('pad', 'rm', '2');
      },
      async (here) => here.data('pad', 'add', 'ours'),
    );
    expect(await project.error('doctor')).toMatchObject({
      details: {
        checks: expect.arrayContaining([
          expect.objectContaining({
            name: 'pad',
            state: 'error',
            fix: expect.stringContaining('ctx pad merge'),
          }),
        ]),
      },
    });
    // What is written before the conflict is settled counts as ours.
    await project.data('pad', 'add', 'meanwhile');
    const before = readFileSync(project.path('scratchpad.age'));
    expect(await project.data('pad', 'merge')).toMatchObject({
      added: [5],
      removed: [2],
      doubled: [],
      total: 4,
      next: ['git add .context/scratchpad.age'],
    });
    const all = [
      [1, 'before'],
      [3, 'ours'],
      [4, 'meanwhile'],
      [5, 'theirs'],
    ];
    expect(await texts(project)).toEqual(all);
    expect(await project.data('pad', 'merge')).toMatchObject({ added: [], removed: [], doubled: [] });
    expect(await texts(project)).toEqual(all);
    project.git('add', '.');
    project.git('commit', '-qm', 'merged');
    expect(await project.error('pad', 'merge')).toMatchObject({ code: 'pad_not_conflicted' });
    await project.data('pad', 'undo', '--to', '7');
    expect(readFileSync(project.path('scratchpad.age')).equals(before)).toBe(true);
  });

  it('keeps both versions of an entry that both changed', async () => {
    const project = await conflicted(
      async (there) => there.data('pad', 'edit', '1', 'as they say'),
      async (here) => here.data('pad', 'edit', '1', 'as we say'),
    );
    expect((await project.text('pad', 'merge')).stdout).toContain('1 was changed on both sides: theirs is 3');
    expect(await texts(project)).toEqual([
      [1, 'as we say'],
      [2, 'doomed'],
      [3, 'as they say'],
    ]);
  });

  it('works where marks stand in the pad, and keeps the file as git left it', async () => {
    const project = await conflicted(
      async (there) => there.data('pad', 'add', 'theirs'),
      async (here) => here.data('pad', 'add', 'ours'),
    );
    const marked = '<<<<<<< HEAD\nage-encryption.org/v1\n=======\nage-encryption.org/v1\n>>>>>>> theirs\n';
    writeFileSync(project.path('scratchpad.age'), marked);
    expect(await project.error('pad')).toMatchObject({ code: 'pad_damaged' });
    await project.data('pad', 'merge');
    expect(await texts(project)).toHaveLength(4);
    const { snapshots } = await project.data('pad', 'undo', '--list');
    expect(snapshots).toContainEqual(expect.objectContaining({ operation: 'merge', state: 'damaged' }));
  });

  it('without the key of a version says whose it is, and changes nothing', async () => {
    const project = await conflicted(
      async (there) => there.data('pad', 'add', 'theirs'),
      async (here) => here.data('pad', 'add', 'ours'),
    );
    const before = readFileSync(project.path('scratchpad.age'));
    project.env['CTX_AGE_IDENTITY'] = newIdentity();
    expect(await project.error('pad', 'merge')).toMatchObject({
      code: 'pad_key_wrong',
      target: expect.stringContaining('.context/scratchpad.age ('),
    });
    expect(readFileSync(project.path('scratchpad.age')).equals(before)).toBe(true);
  });

  it('puts two pads into one, which are refused before', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'shared');
    copyFileSync(project.path('scratchpad.age'), project.path('kept'));
    await project.data('pad', 'decrypt');
    await project.data('pad', 'add', 'in the plain one');
    copyFileSync(project.path('kept'), project.path('scratchpad.age'));
    expect(await project.error('pad')).toMatchObject({
      code: 'pad_twice',
      hint: expect.stringContaining('pad merge'),
    });
    await project.data('pad', 'merge');
    expect(await project.data('pad')).toMatchObject({ form: 'encrypted' });
    expect(await texts(project)).toEqual([
      [1, 'shared'],
      [2, 'in the plain one'],
    ]);
  });
});

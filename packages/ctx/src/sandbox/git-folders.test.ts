import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { gitFolders } from './git-folders.js';

function place() {
  const [workspace, outside] = [
    temporaryFolder({ '.git/HEAD': '', '.git/config': '' }),
    temporaryFolder({ 'keys/id': '', '.git/HEAD': '', '.git/worktrees/w/HEAD': '' }),
  ];
  const folders = (git = '.git') => gitFolders(join(workspace, git), [workspace]).map(({ folder }) => folder);
  const write = (path: string, text: string) => writeFileSync(join(workspace, path), text);
  mkdirSync(join(workspace, 'sub'));
  return { workspace, outside, folders, write, keys: join(outside, 'keys') };
}

describe('git’s folders', () => {
  it('are those in the workspace', () => {
    const { folders, workspace } = place();
    expect(folders()).toEqual([join(workspace, '.git')]);
  });

  it('are a worktree’s own and the shared one, where they name the worktree', () => {
    const { folders, outside, workspace, write } = place();
    const own = join(outside, '.git/worktrees/w');
    write('sub/.git', `gitdir: ${own}\n`);
    expect(folders('sub/.git')).toEqual([]);
    writeFileSync(join(own, 'gitdir'), `${join(workspace, 'sub/.git')}\n`);
    writeFileSync(join(own, 'commondir'), '../..\n');
    expect(folders('sub/.git')).toEqual([join(outside, '.git'), own]);
  });

  it('are a submodule’s, where its settings name the submodule', () => {
    const { folders, outside, workspace, write } = place();
    write('sub/.git', `gitdir: ${join(outside, '.git')}\n`);
    expect(folders('sub/.git')).toEqual([]);
    writeFileSync(join(outside, '.git/config'), `[core]\n\tworktree = ${join(workspace, 'sub')}\n`);
    expect(folders('sub/.git')).toEqual([join(outside, '.git')]);
  });

  it('are never what only the workspace claims: files, links, shared folders, modules', () => {
    const { folders, workspace, write, keys } = place();
    write('sub/.git', `gitdir: ${keys}\n`);
    expect(folders('sub/.git')).toEqual([]);
    symlinkSync(keys, join(workspace, 'linked'));
    expect(folders('linked')).toEqual([]);
    write('.git/commondir', keys);
    expect(folders()).toEqual([join(workspace, '.git')]);
    write('.git/commondir', '../..');
    expect(folders()).toEqual([join(workspace, '.git')]);
    mkdirSync(join(workspace, '.git/modules'));
    symlinkSync(join(keys, '..'), join(workspace, '.git/modules/evil'));
    expect(folders()).toEqual([join(workspace, '.git')]);
  });

  it('have hooks elsewhere only in the workspace', () => {
    const { workspace, write } = place();
    const settings = () => gitFolders(join(workspace, '.git'), [workspace]).flatMap((one) => one.settings);
    write('.git/config', '[core]\n\thooksPath = ../../..\n');
    expect(settings().every((path) => path.startsWith(join(workspace, '.git')))).toBe(true);
    write('.git/config', '[core]\n\thooksPath = .husky\n');
    expect(settings()).toContain(join(workspace, '.husky'));
  });

  it.each([
    ['in quotes', '[core]\n\thooksPath = ".husky" # ours\n'],
    ['on one line with its section', '[core] hooksPath=.husky\n'],
    ['by an absolute path', '[core]\n\thooksPath = WORKSPACE/.husky\n'],
    ['more than once', '[core]\n\thooksPath = other\n\thooksPath = .husky\n'],
    ['in a file that is included', '[include]\n\tpath = ../team.gitconfig\n'],
  ])('have hooks that are named %s', (_, config) => {
    const { workspace, write } = place();
    write('team.gitconfig', '[core]\n\thooksPath = .husky\n[include]\n\tpath = team.gitconfig\n');
    write('.git/config', config.replace('WORKSPACE', workspace));
    const settings = gitFolders(join(workspace, '.git'), [workspace]).flatMap((one) => one.settings);
    expect(settings).toContain(join(workspace, '.husky'));
    expect(settings.includes(join(workspace, 'team.gitconfig'))).toBe(config.includes('team'));
  });
});

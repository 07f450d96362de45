import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { projectRoot } from './root.js';

/** Folders to make below a fresh one, the home folder, where we are, and the root that is expected. */
const cases = [
  ['the folder itself where there is nothing', ['home/a/b'], 'home', 'home/a/b', 'home/a/b'],
  ['the nearest memory', ['home/a/.context', 'home/a/b/c'], 'home', 'home/a/b/c', 'home/a'],
  [
    'never above the git root',
    ['home/a/.context', 'home/a/b/.git', 'home/a/b/c'],
    'home',
    'home/a/b/c',
    'home/a/b',
  ],
  ['the git root without a memory', ['home/a/.git', 'home/a/b/c'], 'home', 'home/a/b/c', 'home/a'],
  ['the inner of two memories', ['home/a/.context', 'home/a/b/.context'], 'home', 'home/a/b', 'home/a/b'],
  ['the home folder itself, if it has one', ['home/.context', 'home/a'], 'home', 'home/a', 'home'],
  ['nothing above the home folder', ['.context', 'home/a'], 'home', 'home/a', 'home/a'],
  ['a folder beside the home folder', ['work/.git', 'work/x', 'home'], 'home', 'work/x', 'work'],
  ['what is above the home folder, from there', ['.context', 'home'], 'home', '.', '.'],
] as const;

describe('the root of a project', () => {
  it.each(cases)('is %s', (_, folders, home, cwd, expected) => {
    const top = temporaryFolder();
    for (const folder of folders) mkdirSync(join(top, folder), { recursive: true });
    const surroundings = { cwd: join(top, cwd), env: { HOME: join(top, home) } };
    expect(projectRoot(surroundings)).toBe(join(top, expected));
  });

  it('is found through links, and from a folder that is gone', () => {
    const top = temporaryFolder();
    mkdirSync(join(top, 'home', 'real', '.context'), { recursive: true });
    symlinkSync(join(top, 'home', 'real'), join(top, 'home', 'link'));
    const env = { HOME: join(top, 'home') };
    expect(projectRoot({ cwd: join(top, 'home', 'link'), env })).toBe(join(top, 'home', 'real'));
    expect(projectRoot({ cwd: join(top, 'home', 'real', 'gone'), env })).toBe(join(top, 'home', 'real'));
    expect(projectRoot({ cwd: join(top, 'home', 'real'), env: {} })).toBe(join(top, 'home', 'real'));
  });
});

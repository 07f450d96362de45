import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/folder.js';
import { git } from '../../test/git.js';
import { readGitIndex } from '../git/git-index.js';
import { listFiles } from './file-list.js';

const byGit = (folder: string) =>
  git(folder, 'ls-files', '-co', '--exclude-standard', '-z')
    .split('\0')
    .filter((path) => path !== '')
    .sort();

function repository(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(files);
  git(folder, 'init', '-q');
  return folder;
}

describe('the files of a repository', () => {
  it('are what git says: tracked, untracked, not ignored', () => {
    const folder = repository({
      '.gitignore':
        '# c\n*.log\n!keep.log\n/top\nbuild/\n**/deep/*.tmp\ndocs/*.md\n\\#odd\nfoo/**\na?c\n[xy].txt\n',
      'a.js': '',
      'b.log': '',
      'keep.log': '',
      top: '',
      'sub/top': '',
      'build/x': '',
      'sub/build/y': '',
      'x/deep/a.tmp': '',
      'docs/a.md': '',
      'docs/b/c.md': '',
      '#odd': '',
      'foo/bar/baz': '',
      abc: '',
      abbc: '',
      'x.txt': '',
      'z.txt': '',
      'tracked.log': '',
      'sub/.gitignore': '*.js\n!a.js\n',
      'sub/a.js': '',
      'sub/b.js': '',
      'ünï.txt': '',
      '.git/info/exclude': 'excluded\n',
      excluded: '',
    });
    git(folder, 'add', '-f', 'tracked.log', 'a.js', 'build/x');
    expect([...listFiles(folder, folder).paths].sort()).toEqual(byGit(folder));
    expect(listFiles(folder, folder).source).toBe('git');
  });

  it('are what git says of patterns with classes, escapes and folders at any depth', () => {
    const folder = repository({
      '.gitignore':
        '[a-c]1\n[!a-c]2\n[]x]3\n\\*star\n*middle*end\na/**/z\n**/any/where\ninside/**\nq*/r?\ntail  \nkept\\ \n/**/both/\n',
      ...Object.fromEntries(
        'a1 d1 a2 d2 x3 ]3 y3 *star xstar a-middle-b-end middle a/z a/b/z a/b/c/z b/a/z any/where x/any/where any/x/where inside/x inside/y/z qq/rs qq/rst p/qq/rs tail both x/both/file both2/file'
          .split(' ')
          .map((path) => [path, '']),
      ),
      'kept ': '',
    });
    expect([...listFiles(folder, folder).paths].sort()).toEqual(byGit(folder));
  });

  it('are not held up by a pattern that could be matched in countless ways', () => {
    const folder = repository({
      '.gitignore': `${'*a'.repeat(40)}*b\n${'**/a/'.repeat(40)}b\n`,
      ['a'.repeat(250)]: '',
      [`${'a/'.repeat(200)}c`]: '',
    });
    expect(listFiles(folder, folder).paths).toHaveLength(3);
  });

  it('are the same below a folder of the repository', () => {
    const folder = repository({
      '.gitignore': '*.log\nsub/skip\n',
      'sub/a': '',
      'sub/skip': '',
      'sub/x.log': '',
      'sub/in/b': '',
      other: '',
      'sub/.gitignore': 'in/c\n',
      'sub/in/c': '',
    });
    git(folder, 'add', '.');
    expect([...listFiles(join(folder, 'sub'), undefined).paths].sort()).toEqual(byGit(join(folder, 'sub')));
  });

  it('come from git itself when they are many, from a compressed index too', () => {
    const folder = repository({ '.gitignore': 'skip\n', skip: '' });
    for (let i = 0; i < 3100; i++) writeFileSync(join(folder, `file-with-a-long-name-${i}`), '');
    git(folder, 'add', '.');
    git(folder, 'update-index', '--index-version', '4');
    writeFileSync(join(folder, 'new'), '');
    expect([...listFiles(folder, undefined).paths].sort()).toEqual(byGit(folder));
    expect(readGitIndex(join(folder, '.git/index'))?.sort()).toEqual(
      byGit(folder).filter((path) => path !== 'new'),
    );
  });

  it.each([
    ['split', (folder: string) => git(folder, 'update-index', '--split-index')],
    [
      'sparse',
      (folder: string) => {
        git(folder, 'commit', '-q', '-m', 'x');
        git(folder, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'a');
      },
    ],
    [
      'of longer hashes',
      (folder: string) => {
        rmSync(join(folder, '.git'), { recursive: true });
        git(folder, 'init', '-q', '--object-format=sha256');
        git(folder, 'add', '-f', 'a', 'b');
      },
    ],
  ])('come from git itself when its index is %s', (_, change) => {
    const folder = repository({
      '.gitignore': '*.log\n',
      'a/x.log': '',
      'a/y': '',
      'b/c/z': '',
      'b/z.log': '',
      new: '',
    });
    git(folder, 'add', '-f', 'a', 'b');
    change(folder);
    expect(readGitIndex(join(folder, '.git/index'))).toBeUndefined();
    expect([...listFiles(folder, undefined).paths].sort()).toEqual(byGit(folder));
  });

  it('are walked where there is no repository, without installed packages', () => {
    const folder = temporaryFolder({
      '.gitignore': 'skip\n',
      a: '',
      skip: '',
      'node_modules/x': '',
      'venv/y': '',
    });
    expect(listFiles(folder, undefined)).toMatchObject({ source: 'walk', paths: ['.gitignore', 'a'] });
  });

  it('honour the user’s own excludes', () => {
    const home = temporaryFolder({ '.config/git/ignore': '*.swp\n' });
    const folder = temporaryFolder({ a: '', 'a.swp': '' });
    expect(listFiles(folder, home).paths).toEqual(['a']);
  });

  it('never start the program that a repository names as its monitor', () => {
    const folder = repository({});
    for (let i = 0; i < 3100; i++) writeFileSync(join(folder, `f${i}`), '');
    git(folder, 'add', '.');
    writeFiles(folder, { 'evil.sh': `#!/bin/sh\ntouch ${folder}/started\n` });
    chmodSync(join(folder, 'evil.sh'), 0o755);
    git(folder, 'config', 'core.fsmonitor', './evil.sh');
    expect(listFiles(folder, undefined).paths).toHaveLength(3101);
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });

  it('leave out names in the index that lead out, and submodules', () => {
    const folder = repository({ a: '' });
    const other = repository({ b: '' });
    git(other, 'add', '.');
    git(other, 'commit', '-q', '-m', 'x');
    git(folder, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', other, 'module');
    git(folder, 'add', 'a');
    const index = join(folder, '.git/index');
    expect(readGitIndex(index)).toEqual(['.gitmodules', 'a']);
    const bytes = readFileSync(index);
    bytes.write('../modules/', bytes.indexOf('.gitmodules'), 'latin1');
    writeFileSync(index, bytes);
    expect(readGitIndex(index)).toEqual(['a']);
  });

  it('are walked when a pipe stands in the place of git’s own files, or rules are more than anybody writes', () => {
    const folder = repository({ a: '', b: '', '.gitignore': `b\n${'#'.repeat(1 << 20)}` });
    for (const path of ['.git/index', '.git/info/exclude', '.config/git/ignore']) {
      writeFiles(folder, { [path]: '' });
      rmSync(join(folder, path));
      execFileSync('mkfifo', [join(folder, path)]);
    }
    const { paths, source } = listFiles(folder, folder);
    expect([[...paths].sort(), source]).toEqual([['.gitignore', 'a', 'b'], 'walk']);
  });

  it('are walked when the index is damaged', () => {
    const folder = repository({ a: '' });
    writeFileSync(join(folder, '.git/index'), 'DIRC\0\0\0\x02\0\0\0\x05short');
    expect(listFiles(folder, undefined).paths).toContain('a');
    expect(readGitIndex(join(folder, '.git/index'))).toBeUndefined();
    writeFileSync(join(folder, '.git/index'), 'what');
    expect(readGitIndex(join(folder, '.git/index'))).toBeUndefined();
    writeFileSync(join(folder, '.git/index'), 'DIRC\0\0\0\x09\0\0\0\x05');
    expect(readGitIndex(join(folder, '.git/index'))).toBeUndefined();
  });

  it('of a folder that cannot be listed are a note', () => {
    const folder = temporaryFolder({ 'a/b': '' });
    mkdirSync(join(folder, 'c'));
    const { notes, paths } = listFiles(join(folder, 'a', 'b'), undefined);
    expect([paths, notes[0]?.problem]).toEqual([[], 'cannot be listed: ENOTDIR']);
  });
});

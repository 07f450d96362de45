import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanEnvironment } from '../../test/built.js';
import { temporaryFolder } from '../../test/folder.js';
import { settingsIn } from './settings-text.js';

/** The same from git itself. */
function byGit(text: string): string[] {
  const folder = temporaryFolder({ config: text });
  const words = ['config', '--no-includes', '--null', '--list', '--file', join(folder, 'config')];
  const listed = execFileSync('git', words, { env: cleanEnvironment(folder), encoding: 'utf8' });
  return listed.split('\0').slice(0, -1);
}

it.each([
  ['plain', '[core]\n\thooksPath = .githooks\n'],
  ['on one line with its section', '[core] hooksPath = .githooks\n'],
  ['in quotes', '[core]\nhooksPath = ".git hooks"  # why\n'],
  ['with a comment behind it', '[core]\nhooksPath = .githooks ; why\n'],
  ['with quotes in the middle', '[core]\nhooksPath = .git"ho#oks" x  \n'],
  ['with escapes', '[core]\nhooksPath = "a\\\\b\\"c\\td"\n'],
  ['over two lines', '[core]\nhooksPath = .git\\\nhooks\n'],
  ['twice', '[core]\nhooksPath = a\n[core]\nhooksPath = b\n'],
  ['in other letters', '[CORE]\nHOOKSPATH=.githooks\n'],
  ['with the ends of lines of Windows', '[core]\r\n\thooksPath = .githooks\r\n'],
  ['behind a byte order mark', '\ufeff[core]\nhooksPath = x\n'],
  ['in a section with a name', '[includeIf "gitdir:~/x/ [\\"]"]\n\tpath = ../y\n[core]\nbare\n'],
  ['without a value', '[core]\nhooksPath =\nbare = false\n'],
  ['between comments', '# one\n; two\n[core] # three\n# four\nhooksPath = x\n'],
])('reads a setting %s as git does', (_, text) => {
  const wanted = byGit(text).map((line) => {
    const [key = '', ...value] = line.split('\n');
    const parts = key.split('.');
    return { key: `${parts[0]}.${parts.at(-1)}`, value: value.join('\n') };
  });
  expect(settingsIn(text)).toEqual(wanted);
});

it('ends where git refuses the file', () => {
  expect(settingsIn('[core]\na = 1\n= 2\n')).toEqual([{ key: 'core.a', value: '1' }]);
  expect(settingsIn(`${'[core]\n'.repeat(100_000)}`)).toEqual([]);
});

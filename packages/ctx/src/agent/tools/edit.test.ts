import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTool } from '../../../test/called-tool.js';
import { temporaryFolder } from '../../../test/folder.js';
import { replaceFile } from './replace-file.js';

const edit = (root: string, old_string: string, new_string: string, more: object = {}) =>
  callTool(root, 'edit', { path: 'a.txt', old_string, new_string, ...more });

describe('edit', () => {
  it('replaces one exact piece, and keeps everything else of the file', async () => {
    const root = temporaryFolder({ 'a.txt': '\ufeffone\r\ntwo $& é\r\n' });
    chmodSync(join(root, 'a.txt'), 0o750);
    expect(await edit(root, 'two $&', '$1 zwei')).toEqual({
      output: 'Replaced 1 place in a.txt.',
      is_error: false,
    });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('\ufeffone\r\n$1 zwei é\r\n');
    expect(statSync(join(root, 'a.txt')).mode & 0o777).toBe(0o750);
    expect(readdirSync(root)).toEqual(['a.txt']);
  });

  it('keeps bytes that are no text', async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, 'a.txt'), Buffer.from([0xff, 0x61, 0xfe]));
    await edit(root, 'a', 'bc');
    expect(readFileSync(join(root, 'a.txt'))).toEqual(Buffer.from([0xff, 0x62, 0x63, 0xfe]));
  });

  it('replaces every occurrence where it is told to', async () => {
    const root = temporaryFolder({ 'a.txt': 'aaa b aa' });
    expect((await edit(root, 'aa', 'x', { replace_all: true })).output).toBe('Replaced 2 places in a.txt.');
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('xa b x');
  });

  it.each([
    [
      'occurs twice',
      'x\ny = 1\ny = 1',
      'y = 1',
      'occurs 2 times in a.txt, the first in line 2. Nothing was changed',
    ],
    ['overlaps itself', 'aaa', 'aa', 'occurs 2 times'],
    ['does not occur', 'abc', 'ABC', 'old_string does not occur in a.txt. Nothing was changed.'],
    ['is what it becomes', 'abc', 'new', 'does not occur'],
  ])('refuses what %s, and changes nothing', async (_, text, old, reason) => {
    const root = temporaryFolder({ 'a.txt': text });
    const answer = await edit(root, old, 'new');
    expect(answer).toMatchObject({ is_error: true, output: expect.stringContaining(reason) });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe(text);
  });

  it('refuses an edit that changes nothing, an empty old_string, a folder, and what is not there', async () => {
    const root = temporaryFolder({ 'a.txt': 'abc', 'folder/x': '' });
    expect((await edit(root, 'abc', 'abc')).output).toBe('old_string and new_string are the same.');
    expect((await edit(root, '', 'x')).output).toContain('does not fit edit');
    expect((await edit(root, 'a', 'b', { path: 'folder' })).is_error).toBe(true);
    expect((await edit(root, 'a', 'b', { path: 'missing' })).output).toBe('missing does not exist.');
    expect((await edit(root, 'a', 'b', { path: '../x' })).output).toBe('../x is outside the workspace.');
  });

  it('edits through a link that stays inside, and keeps it a link', async () => {
    const root = temporaryFolder({ 'real.txt': 'old' });
    symlinkSync('real.txt', join(root, 'a.txt'));
    await edit(root, 'old', 'new');
    expect(readFileSync(join(root, 'real.txt'), 'utf8')).toBe('new');
    expect(lstatSync(join(root, 'a.txt')).isSymbolicLink()).toBe(true);
  });

  it('gives way to somebody who changed the file meanwhile', () => {
    const root = temporaryFolder({ 'a.txt': 'theirs' });
    const file = join(root, 'a.txt');
    expect(() => replaceFile(file, 'a.txt', Buffer.from('ours'), () => false)).toThrow(
      'changed by somebody else',
    );
    expect(readFileSync(file, 'utf8')).toBe('theirs');
    expect(readdirSync(root)).toEqual(['a.txt']);
  });
});

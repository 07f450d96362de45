import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../protocol/json.js';
import { schemaErrors } from '../schema-check.js';
import { builtinTools } from './builtin.js';

let folder = '';
let root = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-tools-')));
  root = join(folder, 'workspace');
  mkdirSync(root);
  writeFileSync(join(folder, 'outside.txt'), 'not yours');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('read', () => {
  it('returns the text of a file, or some lines of it', async () => {
    put('a.txt', 'one\ntwo\nthree\nfour');
    expect(await run('read', { path: 'a.txt' })).toMatchObject({
      output: 'one\ntwo\nthree\nfour',
      is_error: false,
    });
    expect((await run('read', { path: 'a.txt', offset: 2, limit: 2 })).output).toBe('two\nthree\n');
    expect((await run('read', { path: 'a.txt', offset: 4 })).output).toBe('four');
    expect((await run('read', { path: join(root, 'a.txt'), limit: 1 })).output).toBe('one\n');
    expect(await run('read', { path: 'a.txt', offset: 9 })).toEqual({
      output: 'a.txt has no line 9.',
      is_error: true,
    });
    put('empty', '');
    expect(await run('read', { path: 'empty' })).toMatchObject({ output: '', is_error: false });
  });

  it('finds lines across the pieces that it reads, and keeps a huge file within bounds', async () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `line ${index + 1} é`);
    put('big.txt', lines.join('\n'));
    expect((await run('read', { path: 'big.txt', offset: 150_000, limit: 2 })).output).toBe(
      'line 150000 é\nline 150001 é\n',
    );
    const whole = await run('read', { path: 'big.txt' });
    expect(whole.bytes_seen).toBe(statSync(join(root, 'big.txt')).size);
    expect(whole.output.length).toBeLessThan(1024 * 1024 + 100);
    expect(whole.output).toMatch(/^line 1 é\n.*\n\[… \d+ bytes left out …\]\n.*line 200000 é$/s);
  });

  it('refuses what is not text, not a file or not there', async () => {
    writeFileSync(join(root, 'bytes'), Buffer.from([0x61, 0xff, 0xfe]));
    mkdirSync(join(root, 'folder'));
    execFileSync('/bin/sh', ['-c', 'mkfifo pipe'], { cwd: root });
    expect((await run('read', { path: 'bytes' })).output).toBe('bytes is not UTF-8 text.');
    expect((await run('read', { path: 'folder' })).output).toBe('folder is not a file.');
    expect((await run('read', { path: 'pipe' })).output).toBe('pipe is not a file.');
    expect((await run('read', { path: 'missing' })).output).toBe('missing does not exist.');
    expect((await run('read', { path: 'x\0y' })).output).toBe('A path cannot hold a NUL character.');
    expect((await run('read', { path: 'x'.repeat(5000) })).is_error).toBe(true);
  });

  it('stops when it is told to', async () => {
    put('a.txt', 'text');
    expect((await run('read', { path: 'a.txt' }, AbortSignal.abort())).is_error).toBe(true);
  });

  it('stays inside the workspace', async () => {
    symlinkSync(join(folder, 'outside.txt'), join(root, 'link'));
    symlinkSync(folder, join(root, 'up'));
    put('real.txt', 'mine');
    symlinkSync('real.txt', join(root, 'alias'));
    for (const path of [
      '../outside.txt',
      join(folder, 'outside.txt'),
      'link',
      'up/outside.txt',
      '/etc/passwd',
      '.',
    ]) {
      expect(await run('read', { path })).toEqual({
        output: `${path} is outside the workspace.`,
        is_error: true,
      });
    }
    expect((await run('read', { path: 'alias' })).output).toBe('mine');
  });
});

describe('write', () => {
  it('makes the folders it needs, and replaces what was there', async () => {
    expect(await run('write', { path: 'a/b/c.txt', content: 'né' })).toEqual({
      output: 'Wrote 3 bytes to a/b/c.txt.',
      is_error: false,
    });
    chmodSync(join(root, 'a/b/c.txt'), 0o755);
    await run('write', { path: join(root, 'a/b/c.txt'), content: 'new' });
    expect(readFileSync(join(root, 'a/b/c.txt'), 'utf8')).toBe('new');
    expect(statSync(join(root, 'a/b/c.txt')).mode & 0o777).toBe(0o755);
    expect(readdirSync(join(root, 'a/b'))).toEqual(['c.txt']);
  });

  it('writes through a link that stays inside, and keeps it a link', async () => {
    put('real.txt', 'old');
    symlinkSync('real.txt', join(root, 'alias'));
    await run('write', { path: 'alias', content: 'new' });
    expect(readFileSync(join(root, 'real.txt'), 'utf8')).toBe('new');
    expect(lstatSync(join(root, 'alias')).isSymbolicLink()).toBe(true);
  });

  it('stays inside the workspace', async () => {
    symlinkSync(join(folder, 'outside.txt'), join(root, 'link'));
    symlinkSync(folder, join(root, 'up'));
    symlinkSync(join(folder, 'made'), join(root, 'dangling'));
    for (const path of ['../outside.txt', 'link', 'up/outside.txt', 'up/new/x', join(folder, 'x'), '..']) {
      expect((await run('write', { path, content: 'x' })).output).toBe(`${path} is outside the workspace.`);
    }
    await run('write', { path: 'dangling', content: 'x' });
    expect(readFileSync(join(folder, 'outside.txt'), 'utf8')).toBe('not yours');
    expect(readdirSync(folder).sort()).toEqual(['outside.txt', 'workspace']);
  });

  it('says why it could not, and leaves nothing behind', async () => {
    put('file', 'x');
    mkdirSync(join(root, 'folder'));
    expect((await run('write', { path: 'file/x', content: '' })).output).toBe(
      'file/x has a part that is not a folder.',
    );
    expect((await run('write', { path: 'folder', content: '' })).output).toBe('folder is a folder.');
    expect(readdirSync(root).sort()).toEqual(['file', 'folder']);
  });
});

describe('every tool', () => {
  it('has a schema that refuses what it does not know', async () => {
    for (const { input } of builtinTools(root, {})) {
      expect(await schemaErrors(input, { path: 'a', command: 'a', content: '', unknown: 1 })).not.toEqual([]);
    }
  });

  it('fails as a mistake of ours where it is given what its schema refuses', async () => {
    await expect(run('bash', 'text')).rejects.toThrow(TypeError);
  });
});

function run(name: string, input: Json, signal = new AbortController().signal) {
  const tool = builtinTools(root, process.env).find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const kill = new AbortController().signal;
  return tool.run(input, { signal, kill, judge: () => ({ allowed: true }), guarded: false });
}

function put(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

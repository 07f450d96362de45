import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { runCtx } from '../../../test/in-process.js';
import { jsonOf } from '../../../test/scripted.js';

const files = { 'out/a.txt': 'a\n', 'out/b/c.json': '{"x":1}' };

it('gives the tree hash, the same for a copy elsewhere', async () => {
  const cwd = temporaryFolder(files);
  const { data } = await jsonOf(['contract', 'hash', 'out'], { cwd });
  expect(data).toMatchObject({ root: join(cwd, 'out'), files: [{ path: 'a.txt' }, { path: 'b/c.json' }] });
  const elsewhere = await jsonOf(['contract', 'hash', 'out/'], { cwd: temporaryFolder(files) });
  expect(elsewhere.data?.['tree_hash']).toBe(data?.['tree_hash']);
  const { stdout } = await runCtx(['contract', 'hash', 'out'], { cwd });
  expect(stdout).toBe(`${data?.['tree_hash']}  2 files\n`);
});

it('explains how another tree differs, and says so where it does not', async () => {
  const cwd = temporaryFolder({ ...files, 'other/a.txt': 'a\n', 'other/b/c.json': '{"x":2}' });
  const { data } = await jsonOf(['contract', 'hash', 'out', '--explain', 'other'], { cwd });
  expect(data).toMatchObject({
    other: {
      root: join(cwd, 'other'),
      same: false,
      differences: [{ path: 'b/c.json', kind: 'json', how: '/x is 1 here and 2 there' }],
    },
  });
  const shown = await runCtx(['contract', 'hash', 'out', '--explain', 'other'], { cwd });
  expect(shown.stdout).toContain('b/c.json  /x is 1 here and 2 there');
  const same = await runCtx(['contract', 'hash', 'out', '--explain', 'out'], { cwd });
  expect(same.stdout).toContain('The other tree is the same.');
});

it('refuses what it must not skip', async () => {
  const cwd = temporaryFolder(files);
  symlinkSync('a.txt', join(cwd, 'out/link'));
  expect((await jsonOf(['contract', 'hash', 'out'], { cwd })).error).toMatchObject({
    kind: 'filesystem',
    code: 'tree_symlink',
    target: join(cwd, 'out/link'),
  });
  expect((await jsonOf(['contract', 'hash', 'none'], { cwd })).error).toMatchObject({
    code: 'folder_missing',
  });
});

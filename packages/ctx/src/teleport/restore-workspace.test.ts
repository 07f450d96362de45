import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/folder.js';
import { git } from '../../test/git.js';
import { clone, files, keep, repository, restore } from '../../test/kept-workspaces.js';
import { workspaceKeeper } from './keep-workspace.js';

/** Every file that is no part of git's own, with its mode and content. */
function all(root: string, folder = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name === '.git') continue;
    if (entry.isDirectory()) Object.assign(found, all(root, path));
    else if (entry.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(root, path))}`;
    else {
      const { mode } = lstatSync(join(root, path));
      found[path] = `${(mode & 0o111).toString(8)} ${readFileSync(join(root, path), 'latin1')}`;
    }
  }
  return found;
}

async function unkept(root: string): Promise<string | undefined> {
  const told = await workspaceKeeper({ root, own: [] }, async () => {}).keep();
  return told !== undefined && 'unkept' in told ? told.unkept : undefined;
}

function work(root: string): void {
  writeFiles(root, {
    'src/a.ts': 'changed\r\n',
    'new/deep/file.bin': '\0\x01ÿ',
    'odd name\n"\'é.txt': 'odd',
    'built/output': 'ignored',
    '.env': 'SECRET=1',
  });
  rmSync(join(root, 'src/b.ts'));
  chmodSync(join(root, 'c.txt'), 0o755);
  rmSync(join(root, 'link'));
  symlinkSync('c.txt', join(root, 'link'));
}

const left = (found: Record<string, string>) =>
  Object.fromEntries(Object.entries(found).filter(([path]) => path !== '.env' && path !== 'built/output'));

describe('a workspace that is taken over', () => {
  it('is the same byte for byte in a clone that has the commit, and the index of neither is touched', async () => {
    const root = repository();
    const other = clone(root);
    work(root);
    const status = git(root, 'status', '--porcelain');
    const taken = await keep(root);
    expect(git(root, 'status', '--porcelain')).toBe(status);
    await restore(other, taken);
    expect(all(other)).toEqual(left(all(root)));
    expect(git(other, 'status', '--porcelain')).toBe(status.replace(/.*\.env\n/, ''));
  });

  it('is a scratch copy put right again, whatever was in it', async () => {
    const root = repository();
    const other = clone(root);
    work(root);
    const taken = await keep(root);
    writeFiles(other, { 'half/done': 'x', 'src/a.ts': 'half', 'c.txt': 'half' });
    rmSync(join(other, 'src/b.ts'));
    await restore(other, taken, true);
    expect(all(other)).toEqual(left(all(root)));
    await restore(other, taken, true);
    expect(all(other)).toEqual(left(all(root)));
  });

  it('has the commits that were made since, on their branch', async () => {
    const root = repository();
    const other = clone(root);
    git(root, 'checkout', '-q', '-b', 'feature');
    writeFiles(root, { 'd.txt': 'd\n' });
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '-m', 'Two');
    writeFiles(root, { 'e.txt': 'e\n' });
    // As at the start of the session, which began before these commits.
    const base = git(root, 'rev-parse', 'main').trim();
    let packed: Uint8Array = new Uint8Array();
    const put = async (_: string, given: Uint8Array) => {
      packed = given;
    };
    const told = await workspaceKeeper({ root, own: [] }, put, { tree: 'earlier', base }).keep();
    if (told === undefined || !('kept' in told)) throw new Error('not kept');
    await restore(other, { packed, named: told.kept });
    expect(all(other)).toEqual(all(root));
    expect(git(other, 'log', '--oneline', '--format=%s')).toBe('Two\nOne\n');
    expect(git(other, 'symbolic-ref', 'HEAD')).toBe('refs/heads/feature\n');
    expect(git(other, 'status', '--porcelain')).toBe('?? e.txt\n');
  });

  it('comes without git, too, into an empty folder', async () => {
    const root = temporaryFolder(files);
    const other = temporaryFolder();
    const taken = await keep(root);
    expect(taken.named).not.toHaveProperty('base');
    await restore(other, taken);
    expect(all(other)).toEqual(all(root));
  });

  it('is kept only when it changed', async () => {
    const root = repository();
    const trees: string[] = [];
    const keeper = workspaceKeeper({ root, own: [] }, async (tree) => void trees.push(tree));
    expect(keeper.isKept).toBe(false);
    expect(await keeper.keep()).toMatchObject({ kept: { kind: 'git' } });
    expect(await keeper.keep()).toBeUndefined();
    writeFiles(root, { 'c.txt': 'x\n' });
    expect(await keeper.keep()).toMatchObject({ kept: { kind: 'git' } });
    writeFiles(root, { 'c.txt': 'c\n' });
    expect(await keeper.keep()).toMatchObject({ kept: { tree: trees[0] } });
    expect(trees).toHaveLength(3);
  });
});

describe('what is in the way', () => {
  it('is somebody’s work, a commit that is not there, another branch: nothing is written', async () => {
    const root = repository();
    const other = clone(root);
    work(root);
    const taken = await keep(root);
    writeFiles(other, { 'mine.txt': 'mine' });
    const before = all(other);
    await expect(restore(other, taken)).rejects.toMatchObject({
      reason: 'workspace_dirty',
      about: 'mine.txt',
    });
    expect(all(other)).toEqual(before);
    git(other, 'add', '-A');
    git(other, 'commit', '-q', '-m', 'Mine');
    await expect(restore(other, taken)).rejects.toMatchObject({ reason: 'workspace_diverged' });
    await expect(restore(repository('Other'), taken)).rejects.toMatchObject({ reason: 'base_missing' });
    await expect(restore(temporaryFolder(), taken)).rejects.toMatchObject({ reason: 'base_missing' });
    const plain = temporaryFolder({ 'theirs.txt': '1' });
    await expect(restore(plain, await keep(temporaryFolder(files)))).rejects.toMatchObject({
      reason: 'workspace_dirty',
    });
  });

  it('is a file that hosts obey, in the worker’s own folder', async () => {
    const root = repository();
    const other = clone(root);
    writeFiles(root, { '.claude/settings.json': '{}' });
    const taken = await keep(root);
    await expect(restore(other, taken)).rejects.toMatchObject({ reason: 'obeyed_file' });
    await restore(other, taken, true);
    expect(existsSync(join(other, '.claude/settings.json'))).toBe(true);
  });
});

describe('a hostile repository', () => {
  it('has none of its programs run', async () => {
    const root = repository();
    const mark = join(temporaryFolder(), 'ran');
    const program = join(root, 'evil.sh');
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\ncat\n`, { mode: 0o755 });
    for (const [name, value] of [
      ['core.fsmonitor', program],
      ['filter.evil.clean', program],
      ['filter.evil.smudge', program],
      ['core.hooksPath', root],
      ['uploadpack.packObjectsHook', program],
    ] as const)
      git(root, 'config', name, value);
    writeFileSync(join(root, '.gitattributes'), '* filter=evil\n');
    const { packed, named } = await keep(root);
    expect(existsSync(mark)).toBe(false);
    await restore(root, { packed, named }, true);
    expect(existsSync(mark)).toBe(false);
    expect(gunzipSync(packed).includes('evil.sh')).toBe(true);
  });

  it('with a link that leads out, a pipe, a huge file or a name that is no text is kept without them, or not at all', async () => {
    const root = repository();
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const other = clone(root);
    await restore(other, await keep(root));
    expect(existsSync(join(other, 'pipe'))).toBe(false);
    symlinkSync('/etc/passwd', join(root, 'out'));
    expect(await unkept(root)).toBe('link_leads_out: out');
    rmSync(join(root, 'out'));
    writeFileSync(join(root, 'huge'), '');
    truncateSync(join(root, 'huge'), (1 << 26) + 1);
    expect(await unkept(root)).toBe('file_too_large: huge');
    rmSync(join(root, 'huge'));
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe])]), 'x');
    expect(await unkept(root)).toMatch(/^name_unusable/);
  });

  it('with a folder in the place of a file is put right', async () => {
    const root = repository();
    const other = clone(root);
    rmSync(join(root, 'c.txt'));
    mkdirSync(join(root, 'c.txt'));
    writeFiles(root, { 'c.txt/inner': 'x' });
    const taken = await keep(root);
    await restore(other, taken);
    expect(all(other)).toEqual(all(root));
  });
});

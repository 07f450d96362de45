import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { git } from '../../test/git.js';
import { hiddenIn } from './hidden.js';

const files = {
  '.env': 'A=1',
  '.env.example': 'A=',
  'src/app.ts': '',
  'src/config/.env.local': 'B=2',
  'secrets/a.txt': '',
  'secrets/deep/b.txt': '',
  'node_modules/x/.env': '',
  'keys/server.pem': '',
};

function hidden(hide: readonly string[] = [], shown: readonly string[] = []) {
  const folder = temporaryFolder(files);
  const found = hiddenIn(folder, hide, shown);
  const below = (paths: readonly string[]) => paths.map((path) => path.slice(folder.length + 1)).sort();
  return {
    folder,
    found,
    files: () => below(found.find().files),
    folders: () => below(found.find().folders),
  };
}

describe('what is hidden', () => {
  it('is what names of secrets say, at any depth, without samples and installed code', () => {
    expect(hidden().files()).toEqual(['.env', 'keys/server.pem', 'src/config/.env.local']);
  });

  it('is what the list names: paths, names at any depth, patterns', () => {
    expect(hidden(['secrets']).folders()).toEqual(['secrets']);
    expect(hidden(['secrets/deep/']).folders()).toEqual(['secrets/deep']);
    expect(hidden(['src/*.ts']).files()).toContain('src/app.ts');
    expect(hidden(['b.txt']).files()).toContain('secrets/deep/b.txt');
  });

  it('is not what a person wants to be shown by name; a list that hides wins', () => {
    const folder = temporaryFolder(files);
    const env = join(folder, '.env');
    expect(hiddenIn(folder, [], [env]).find().files).not.toContain(env);
    expect(hiddenIn(folder, ['.env'], [env]).find().files).toContain(env);
  });

  it('answers for single paths in the same way, and for what lies in a hidden folder', () => {
    const { folder, found } = hidden(['secrets']);
    const hides = (path: string) => found.hides(join(folder, path));
    expect(['secrets', 'secrets/deep/b.txt', '.env', 'src/config/.env.local'].every(hides)).toBe(true);
    expect(['src', 'src/app.ts', '.env.example', 'secretsx'].some(hides)).toBe(false);
  });

  it('is what a link leads to', () => {
    const { folder, files } = hidden();
    symlinkSync('src/app.ts', join(folder, '.env.linked'));
    expect(files()).toContain('src/app.ts');
  });

  it('names paths in the list where nothing is', () => {
    const { found } = hidden(['secrets/typo.txt', 'secrets', '*.none']);
    expect(found.idle).toEqual(['secrets/typo.txt']);
  });

  it('is found again when it appears later, also in a folder that was looked at before', () => {
    const { folder, files } = hidden();
    const long = new Date(Date.now() - 60_000);
    utimesSync(join(folder, 'src'), long, long);
    files();
    mkdirSync(join(folder, 'src/new'));
    writeFileSync(join(folder, 'src/new/.env'), '');
    writeFileSync(join(folder, 'src/id_rsa'), '');
    expect(files()).toEqual(expect.arrayContaining(['src/new/.env', 'src/id_rsa']));
  });
});

describe('what git has', () => {
  it('is not hidden: it is in the object store anyway', () => {
    const { folder } = hidden();
    git(folder, 'init', '-q');
    git(folder, 'add', '-f', 'keys/server.pem');
    expect(hiddenIn(folder, [], []).find().files).not.toContain(join(folder, 'keys/server.pem'));
    expect(hiddenIn(join(folder, 'keys'), [], []).find().files).toEqual([]);
  });

  it('is hidden where the file holds something else than git has: a name in the index proves nothing', () => {
    const { folder } = hidden();
    git(folder, 'init', '-q');
    const empty = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
    git(folder, 'update-index', '--add', '--cacheinfo', `100644,${empty},.env`);
    expect(hiddenIn(folder, [], []).find().files).toContain(join(folder, '.env'));
  });
});

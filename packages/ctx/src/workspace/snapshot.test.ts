import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/folder.js';
import { git } from '../../test/git.js';
import { giveBack, lookNow } from './give-back.js';
import { keptTrees } from './kept-files.js';
import { takeSnapshot } from './snapshot.js';

function committed(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder(files);
  git(root, 'init', '-q');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'first');
  return root;
}

function kept(root: string) {
  const place = { root, home: undefined, own: [] };
  const folder = join(temporaryFolder(), 'snapshots', 's');
  const taken = takeSnapshot(place, folder);
  const tree = taken?.tree ?? '';
  return { place, folder, taken, tree, undo: () => giveBack(place, folder, tree) };
}

const text = (root: string, path: string) => readFileSync(join(root, path), 'utf8');

describe.each([
  ['git', committed],
  ['files', temporaryFolder],
] as const)('a snapshot of %s', (kind, make) => {
  it('gives back what was changed, removed and added, and touches nothing else', () => {
    const root = make({ 'src/a': 'one\r\n', 'src/b': 'two', 'c.bin': '\0\u00ff', 'run.sh': '#!/bin/sh' });
    chmodSync(join(root, 'run.sh'), 0o755);
    symlinkSync('src/a', join(root, 'link'));
    writeFiles(root, { 'dirty/untracked': 'u', 'src/b': 'two, edited by hand' });
    const { taken, undo } = kept(root);
    expect(taken).toMatchObject({ kind, unkept: 0 });
    const untouched = statSync(join(root, 'c.bin')).ino;
    writeFiles(root, { 'src/a': 'ruined', 'src/b': 'ruined', 'new/deep/file': 'x', 'dirty/untracked': '' });
    rmSync(join(root, 'run.sh'));
    rmSync(join(root, 'link'));
    symlinkSync('/etc/passwd', join(root, 'link'));
    expect(undo()).toEqual({
      paths: [
        { path: 'new/deep/file', change: 'removed' },
        { path: 'dirty/untracked', change: 'changed' },
        { path: 'link', change: 'changed' },
        { path: 'run.sh', change: 'added' },
        { path: 'src/a', change: 'changed' },
        { path: 'src/b', change: 'changed' },
      ],
      failed: [],
      left: [],
    });
    expect(text(root, 'src/a')).toBe('one\r\n');
    expect(text(root, 'src/b')).toBe('two, edited by hand');
    expect(text(root, 'dirty/untracked')).toBe('u');
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755);
    expect(readlinkSync(join(root, 'link'))).toBe('src/a');
    expect(existsSync(join(root, 'new'))).toBe(false);
    expect(statSync(join(root, 'c.bin')).ino).toBe(untouched);
  });

  it('leaves what somebody changed before or after the work that is taken back', () => {
    const root = make({ a: 'one', b: 'one', c: 'one', d: 'one', e: 'one' });
    const { place, folder, tree } = kept(root);
    writeFiles(root, { a: 'worked', b: 'worked', made: 'worked' });
    rmSync(join(root, 'c'));
    const until = lookNow(place);
    writeFiles(root, { b: 'mine', c: 'mine', d: 'mine', own: 'mine' });
    rmSync(join(root, 'e'));
    const work = { until, paths: new Set(['a', 'b', 'c', 'made']) };
    expect(giveBack(place, folder, tree, work)).toEqual({
      paths: [
        { path: 'made', change: 'removed' },
        { path: 'a', change: 'changed' },
      ],
      failed: [],
      left: ['b', 'c'],
    });
    expect(['a', 'b', 'c', 'd', 'own'].map((path) => text(root, path))).toEqual([
      'one',
      'mine',
      'mine',
      'mine',
      'mine',
    ]);
    expect(existsSync(join(root, 'e'))).toBe(false);
  });

  it('touches nothing where there was too much to look at', () => {
    const root = make({ a: 'one' });
    const { place, folder, tree } = kept(root);
    writeFiles(root, { a: 'mine' });
    const until = { files: new Map(), found_by: 'walk', isTooLarge: true, unlisted: [] } as const;
    expect(giveBack(place, folder, tree, { until, paths: new Set(['a']) })).toBeUndefined();
    expect(text(root, 'a')).toBe('mine');
  });

  it('writes nothing through a link that was put in the place of a folder', () => {
    const outside = temporaryFolder({ a: 'not yours' });
    const root = make({ '.gitignore': 'src\n', 'lib/a': 'mine' });
    const { undo } = kept(root);
    rmSync(join(root, 'lib'), { recursive: true });
    symlinkSync(outside, join(root, 'lib'));
    expect(undo()).toMatchObject({ failed: [] });
    expect(text(root, 'lib/a')).toBe('mine');
    expect(lstatSync(join(root, 'lib')).isDirectory()).toBe(true);
    expect(text(outside, 'a')).toBe('not yours');
  });
});

it('a snapshot of a repository copies only what git does not have, and leaves index, stash and branches alone', () => {
  const root = committed({ a: 'x'.repeat(1000), b: 'y' });
  // A file that is as old as the index may have been changed after it was added.
  execFileSync('touch', ['-d', '2020-01-01', 'a', 'b'], { cwd: root });
  git(root, 'update-index', '--refresh');
  writeFiles(root, { mine: 'staged' });
  git(root, 'add', 'mine');
  writeFiles(root, { mine: 'and edited' });
  const state = () => [
    readFileSync(join(root, '.git/index')),
    git(root, 'for-each-ref'),
    git(root, 'stash', 'list'),
  ];
  const before = state();
  const { taken, undo } = kept(root);
  expect(taken).toMatchObject({
    kind: 'git',
    bytes: 'and edited'.length,
    base: git(root, 'rev-parse', 'HEAD').trim(),
  });
  writeFiles(root, { a: 'ruined', mine: 'ruined' });
  expect(undo()).toMatchObject({ failed: [], paths: [{ path: 'a' }, { path: 'mine' }] });
  expect([text(root, 'a'), text(root, 'mine')]).toEqual(['x'.repeat(1000), 'and edited']);
  expect(state()).toEqual(before);
});

it('a file that git keeps in another form is not given back wrong, and is named', () => {
  const root = committed({ '.gitattributes': '*.txt text eol=crlf\n' });
  writeFiles(root, { 'a.txt': 'one\r\ntwo\r\n' });
  execFileSync('touch', ['-d', '2020-01-01', 'a.txt'], { cwd: root });
  git(root, 'add', '.');
  const { undo } = kept(root);
  writeFileSync(join(root, 'a.txt'), 'ruined');
  expect(undo()).toEqual({
    paths: [],
    failed: [{ path: 'a.txt', why: 'git keeps it in another form' }],
    left: [],
  });
  expect(text(root, 'a.txt')).toBe('ruined');
});

it('files that are too large are counted, and named when they cannot be given back', () => {
  const root = temporaryFolder({ small: '1' });
  writeFileSync(join(root, 'large'), Buffer.alloc((1 << 23) + 1));
  const { taken, undo } = kept(root);
  expect(taken).toMatchObject({ unkept: 1, bytes: 1 });
  rmSync(join(root, 'large'));
  expect(undo()).toEqual({ paths: [], failed: [{ path: 'large', why: 'no copy of it was kept' }], left: [] });
});

it('twenty snapshots are kept, privately, and a list that was tampered with is none', () => {
  const root = temporaryFolder({ a: '0' });
  const { place, folder, tree } = kept(root);
  for (let turn = 1; turn <= 21; turn++) {
    writeFiles(root, { a: String(turn) });
    takeSnapshot(place, folder);
  }
  expect(keptTrees(folder)).toHaveLength(20);
  expect(giveBack(place, folder, tree)).toBeUndefined();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const [newest = ''] = keptTrees(folder);
  const list = join(folder, 'lists', newest);
  expect(statSync(list).mode & 0o777).toBe(0o600);
  writeFileSync(list, readFileSync(list, 'utf8').replace('"a"', '"../a"'));
  expect(giveBack(place, folder, newest)).toBeUndefined();
});

it('snapshots of the same millisecond are kept in their order', () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const root = temporaryFolder({ a: '0' });
  const { place, folder, tree } = kept(root);
  const taken = [tree];
  for (let turn = 1; turn < 20; turn++) {
    writeFiles(root, { a: String(turn) });
    taken.unshift(takeSnapshot(place, folder)?.tree ?? '');
  }
  expect(keptTrees(folder)).toEqual(taken);
});

it('ignored files that come into view with other ignore rules are not removed', () => {
  const root = committed({ '.gitignore': '.env\nbuild/\n', 'lib/a': 'a' });
  writeFiles(root, { '.env': 'KEY=1', 'build/out': 'o', 'lib/.env': 'KEY=2' });
  const { undo } = kept(root);
  writeFiles(root, { '.gitignore': '', 'lib/.gitignore': '!.env\n', new: 'n', '.env': 'KEY=3' });
  expect(undo()).toEqual({
    paths: [
      { path: 'lib/.gitignore', change: 'removed' },
      { path: '.gitignore', change: 'changed' },
      { path: 'new', change: 'removed' },
    ],
    failed: [],
    left: [],
  });
  expect([text(root, '.env'), text(root, 'build/out'), text(root, 'lib/.env')]).toEqual([
    'KEY=3',
    'o',
    'KEY=2',
  ]);
});

it('what is older than the snapshot is not removed, whatever kept it out of view', () => {
  const root = committed({ a: 'a' });
  const exclude = join(root, '.git/info/exclude');
  writeFileSync(exclude, 'local\n');
  writeFiles(root, { local: 'mine' });
  const { folder, tree, undo } = kept(root);
  const later = new Date(Date.now() + 10_000);
  utimesSync(join(folder, 'lists', tree), later, later);
  rmSync(exclude);
  const why = 'it is older than that turn, and was left alone';
  expect(undo()).toEqual({ paths: [], failed: [{ path: 'local', why }], left: [] });
  expect(text(root, 'local')).toBe('mine');
});

it('a file without a copy that was given another name gets its own back, and is not removed', () => {
  const root = temporaryFolder();
  const large = Buffer.alloc((1 << 23) + 1, 'x');
  writeFileSync(join(root, 'large'), large);
  writeFileSync(join(root, 'edited'), large);
  const { undo } = kept(root);
  writeFiles(root, { 'deep/other': '' });
  renameSync(join(root, 'large'), join(root, 'deep/moved'));
  renameSync(join(root, 'edited'), join(root, 'moved and edited'));
  writeFileSync(join(root, 'moved and edited'), 'short');
  expect(undo()).toEqual({
    paths: [
      { path: 'deep/moved', change: 'removed' },
      { path: 'deep/other', change: 'removed' },
      { path: 'large', change: 'added' },
    ],
    failed: [
      { path: 'moved and edited', why: 'it was edited, which has no copy' },
      { path: 'edited', why: 'no copy of it was kept' },
    ],
    left: [],
  });
  expect(readFileSync(join(root, 'large')).equals(large)).toBe(true);
  expect(text(root, 'moved and edited')).toBe('short');
});

it('what cannot be listed is named', () => {
  const root = temporaryFolder({ 'a/b': 'b', c: 'c' });
  const { place, folder, tree } = kept(root);
  rmSync(join(root, 'a'), { recursive: true });
  const looped = { ...place, root: join(root, 'c') };
  expect(giveBack(looped, folder, tree)?.failed).toContainEqual({ path: '.', why: 'it cannot be listed' });
});

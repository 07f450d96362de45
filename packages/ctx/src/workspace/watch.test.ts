import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/folder.js';
import { git } from '../../test/git.js';
import { changesBetween } from './compare.js';
import { look } from './look.js';
import { watchWorkspace } from './watch.js';

function watched(root: string, sameEverywhere = false) {
  const watch = watchWorkspace(
    { root, home: undefined, own: [join(root, '.context/sessions')] },
    { sameEverywhere },
  );
  expect(watch.look()).toBeUndefined();
  return watch;
}

const found = (watch: ReturnType<typeof watched>) =>
  Object.fromEntries((watch.look()?.paths ?? []).map(({ path, change }) => [path, change]));

function repository(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder(files);
  git(root, 'init', '-q');
  git(root, 'add', '-f', '.');
  return root;
}

describe.each([
  ['git', repository],
  ['walk', temporaryFolder],
] as const)('a workspace watched by %s', (found_by, make) => {
  it('says what was added, changed and removed since the last look, by path', () => {
    const root = make({ 'z/old': '1', 'b/stays': '2', c: '3', 'run.sh': 'x' });
    const watch = watched(root);
    writeFiles(root, { 'a/new': 'n', c: 'longer' });
    rmSync(join(root, 'z'), { recursive: true });
    chmodSync(join(root, 'run.sh'), 0o755);
    expect(watch.look()).toEqual({
      paths: [
        { path: 'a/new', change: 'added' },
        { path: 'c', change: 'changed' },
        { path: 'run.sh', change: 'changed' },
        { path: 'z/old', change: 'removed' },
      ],
      left_out: 0,
      found_by,
      unseen: undefined,
    });
    expect(watch.look()).toBeUndefined();
  });

  it('finds another content of the same size, written in the same moment', () => {
    const root = make({ a: '1' });
    const watch = watched(root);
    const { atime, mtime } = statSync(join(root, 'a'));
    writeFileSync(join(root, 'a'), '2');
    utimesSync(join(root, 'a'), atime, mtime);
    expect(found(watch)).toEqual({ a: 'changed' });
  });

  it('finds a file in the place of another, and takes a further name of one for what it is', () => {
    const root = make({ a: '1', b: '1', c: '1' });
    const watch = watched(root);
    renameSync(join(root, 'a'), join(root, 'b'));
    linkSync(join(root, 'c'), join(root, 'd'));
    expect(found(watch)).toEqual({ a: 'removed', b: 'changed', d: 'added' });
  });

  it('sees a link and never what it leads to', () => {
    const outside = temporaryFolder({ 'secret/x': '1' });
    const root = make({ a: '1' });
    symlinkSync(outside, join(root, 'out'));
    const watch = watched(root);
    writeFiles(outside, { 'secret/x': '22', 'secret/y': '3' });
    expect(watch.look()).toBeUndefined();
    rmSync(join(root, 'out'));
    symlinkSync('a', join(root, 'out'));
    expect(found(watch)).toEqual({ out: 'changed' });
  });

  it('leaves out what is ignored, git’s own folder, and what ctx writes', () => {
    const root = make({ '.gitignore': 'build/\n*.log\n' });
    const watch = watched(root);
    writeFiles(root, {
      'build/out': '1',
      'x.log': '1',
      '.git/hooks/evil': '1',
      '.context/sessions/s.jsonl': '1',
    });
    writeFiles(root, { '.context/NOTES.md': '1', 'src/node_modules/x': '1' });
    expect(found(watch)).toEqual({ '.context/NOTES.md': 'added' });
  });

  it('says nothing of what a tool of ours wrote where git ignores it, and that somebody removed what it wrote', () => {
    const root = make({ '.gitignore': 'out/\n', a: '1' });
    const watch = watched(root);
    writeFiles(root, { 'out/made': 'x', b: '2' });
    watch.wrote('out/made');
    watch.wrote('b');
    rmSync(join(root, 'b'));
    expect(found(watch)).toEqual({ b: 'removed' });
    expect(found(watch)).toEqual({});
  });

  it('does not repeat what a tool of ours wrote, whatever the path looks like', () => {
    const root = make({ 'src/a': '1' });
    symlinkSync('src', join(root, 'way'));
    const watch = watched(root);
    writeFiles(root, { 'src/a': '22', 'src/new': '1', other: '1' });
    watch.wrote('way/a');
    watch.wrote(join(root, 'src/new'));
    watch.wrote('../../elsewhere');
    expect(found(watch)).toEqual({ other: 'added' });
  });

  it('lists two hundred paths and counts the rest', () => {
    const root = make({});
    const watch = watched(root);
    writeFiles(root, Object.fromEntries(Array.from({ length: 203 }, (_, i) => [`f${i}`, ''])));
    expect(watch.look()).toMatchObject({ paths: { length: 200 }, left_out: 3 });
  });

  it('says once that there are more files than it looks at, and lists none of them', () => {
    const root = make({ a: '1', b: '1', c: '1' });
    const watch = watchWorkspace({ root, home: undefined, own: [] }, { sameEverywhere: false, most: 2 });
    expect(watch.look()).toMatchObject({ paths: [], unseen: 'too_large' });
    rmSync(join(root, 'a'));
    rmSync(join(root, 'b'));
    expect(watch.look()).toBeUndefined();
    writeFiles(root, { a: '1' });
    expect(found(watch)).toEqual({ a: 'added' });
  });
});

describe('a repository', () => {
  it('has what git tracks watched, although it is ignored', () => {
    const root = repository({ '.gitignore': 'dist/\n', 'dist/kept.js': '1' });
    const watch = watched(root);
    writeFiles(root, { 'dist/kept.js': '22', 'dist/more.js': '1' });
    expect(found(watch)).toEqual({ 'dist/kept.js': 'changed' });
  });

  it('is watched in a folder of it, by the rules above it', () => {
    const root = repository({ '.gitignore': 'sub/skipped\n', 'sub/a': '1', b: '1' });
    const watch = watched(join(root, 'sub'));
    writeFiles(root, { 'sub/a': '22', b: '22', 'sub/skipped': '1' });
    expect(found(watch)).toEqual({ a: 'changed' });
  });

  it('gets none of its programs started', () => {
    const root = repository({ a: '1', '.gitattributes': '* filter=evil\n' });
    const trap = (name: string) => `touch ${join(root, name)}`;
    for (const [setting, value] of [
      ['core.fsmonitor', trap('monitored')],
      ['filter.evil.clean', trap('cleaned')],
      ['filter.evil.smudge', trap('smudged')],
    ] as const)
      git(root, 'config', setting, value);
    const watch = watched(root);
    writeFiles(root, { a: '22' });
    expect(found(watch)).toEqual({ a: 'changed' });
    expect(['monitored', 'cleaned', 'smudged'].filter((name) => existsSync(join(root, name)))).toEqual([]);
  });

  it('is found the same on every machine where that is asked for, with git and without', () => {
    const root = repository({ '.gitignore': 'dist/\n', 'dist/kept.js': '1', a: '1' });
    const watch = watched(root, true);
    writeFiles(root, { 'dist/kept.js': '22', a: '22' });
    expect(watch.look()).toMatchObject({ paths: [{ path: 'a' }], found_by: 'walk' });
  });
});

it('what is below a folder that cannot be listed is neither added nor removed', () => {
  const root = temporaryFolder({ 'closed/a': '1', b: '1' });
  const before = look({ root, home: undefined, own: [] }, undefined);
  rmSync(join(root, 'closed'), { recursive: true });
  mkdirSync(join(root, 'closed'));
  const after = { ...look({ root, home: undefined, own: [] }, undefined), unlisted: ['closed'] };
  expect(changesBetween(before, after)).toEqual([]);
  expect(changesBetween({ ...after, unlisted: [] }, before)).toEqual([{ path: 'closed/a', change: 'added' }]);
});

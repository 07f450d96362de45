import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { appendToProjectFile, readPlainFile, readProjectFile } from './plain-file.js';

const refused = (reason: string) => expect.objectContaining({ reason });

function project(files: Readonly<Record<string, string>> = { 'a.md': 'mine' }) {
  const outside = temporaryFolder({ key: 'secret' });
  const root = temporaryFolder(files);
  return { root, outside, at: (name: string) => join(root, name) };
}

function pipe(path: string): string {
  execFileSync('mkfifo', [path]);
  return path;
}

describe('a file of the project', () => {
  it('is read whole, also behind a link that stays in the project', () => {
    const { root, at } = project();
    symlinkSync('a.md', at('link'));
    expect(readProjectFile(root, at('a.md')).toString()).toBe('mine');
    expect(readProjectFile(root, at('link')).toString()).toBe('mine');
  });

  it('is read in a project that is itself named by a link', () => {
    const { root } = project();
    const named = join(temporaryFolder(), 'named');
    symlinkSync(root, named);
    expect(readProjectFile(named, join(named, 'a.md')).toString()).toBe('mine');
  });

  it('is read where the whole disk is the project', () => {
    const folder = temporaryFolder({ 'a.md': 'a' });
    expect(readProjectFile('/', join(folder, 'a.md')).toString()).toBe('a');
  });

  it('is refused where it, or a folder on its way, is a link that leads out', () => {
    const { root, outside, at } = project();
    symlinkSync(join(outside, 'key'), at('key'));
    symlinkSync(outside, at('folder'));
    expect(() => readProjectFile(root, at('key'))).toThrow(refused('outside'));
    expect(() => readProjectFile(root, at('folder/key'))).toThrow(refused('outside'));
    expect(() => appendToProjectFile(root, at('key'), 'x')).toThrow(refused('outside'));
    expect(readFileSync(join(outside, 'key'), 'utf8')).toBe('secret');
  });

  it('is refused in a folder whose name only begins as the project’s', () => {
    const { root, at } = project();
    mkdirSync(`${root}-other`);
    writeFileSync(`${root}-other/key`, 'secret');
    symlinkSync(`${root}-other/key`, at('key'));
    expect(() => readProjectFile(root, at('key'))).toThrow(refused('outside'));
  });

  it('is refused at once where it is a pipe, a device or a folder', () => {
    const { root, at } = project();
    pipe(at('pipe'));
    symlinkSync('/dev/zero', at('zero'));
    expect(() => readProjectFile(root, at('pipe'))).toThrow(refused('not_a_file'));
    expect(() => readProjectFile(root, at('zero'))).toThrow(refused('not_a_file'));
    expect(() => readProjectFile(root, root)).toThrow(refused('folder'));
    expect(() => readPlainFile(at('pipe'))).toThrow(refused('not_a_file'));
  });

  it('is refused where it is larger than who reads expects', () => {
    const { root, at } = project({ 'a.md': 'x'.repeat(101) });
    expect(() => readProjectFile(root, at('a.md'), 100)).toThrow(refused('too_large'));
    expect(readProjectFile(root, at('a.md'), 101)).toHaveLength(101);
  });

  it('is added to, made where it is missing for its owner only, and never waits for a reader', () => {
    const { root, at } = project();
    appendToProjectFile(root, at('log'), 'one\n');
    appendToProjectFile(root, at('log'), 'two\n');
    expect(readFileSync(at('log'), 'utf8')).toBe('one\ntwo\n');
    expect(statSync(at('log')).mode & 0o777).toBe(0o600);
    expect(() => appendToProjectFile(root, pipe(at('pipe')), 'x')).toThrow();
  });
});

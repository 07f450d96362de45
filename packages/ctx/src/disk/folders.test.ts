import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolders } from './folders.js';

const fresh = () => mkdtempSync(join(tmpdir(), 'ctx-folders-'));

describe('makeFolders', () => {
  it('makes every parent that is missing, with the mode asked for', () => {
    const top = fresh();
    makeFolders(join(top, 'a/b/c'), 0o700);
    expect(statSync(join(top, 'a/b/c')).mode & 0o777).toBe(0o700);
    expect(statSync(join(top, 'a')).mode & 0o777).toBe(0o700);
  });

  it('leaves a folder that is there as it is', () => {
    const top = fresh();
    mkdirSync(join(top, 'there'), 0o755);
    makeFolders(join(top, 'there'), 0o700);
    expect(statSync(join(top, 'there')).mode & 0o777).toBe(0o755);
  });

  it('says so where a file stands in the way', () => {
    const top = fresh();
    writeFileSync(join(top, 'file'), '');
    expect(() => makeFolders(join(top, 'file/below'))).toThrow('ENOTDIR');
    expect(() => makeFolders(join(top, 'file'))).toThrow('EEXIST');
  });

  it('returns where a parent is there and refuses children with ENOENT, as /proc does', () => {
    expect(() => makeFolders('/proc/nowhere/at/all')).toThrow('ENOENT');
  });
});

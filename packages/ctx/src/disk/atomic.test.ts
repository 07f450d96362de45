import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { syncFolder, writeAtomically } from './atomic.js';
import { inScratch, onSmallDisk, remountReadOnly } from './fixtures/scratch.js';

describe('an atomic write', () => {
  it('makes a file, and replaces it, and leaves nothing beside it', () =>
    inScratch((folder) => {
      const path = join(folder, 'notes.txt');
      writeAtomically(path, 'one');
      writeAtomically(path, Buffer.from('two'));
      expect(readFileSync(path, 'utf8')).toBe('two');
      expect(readdirSync(folder)).toEqual(['notes.txt']);
    }));

  it('keeps the mode of the file that it replaces, and takes the given one for a new file', () =>
    inScratch((folder) => {
      const old = join(folder, 'old');
      writeFileSync(old, 'x', { mode: 0o640 });
      writeAtomically(old, 'y', 0o600);
      writeAtomically(join(folder, 'new'), 'y', 0o600);
      expect(statSync(old).mode & 0o7777).toBe(0o640);
      expect(statSync(join(folder, 'new')).mode & 0o7777).toBe(0o600);
    }));

  it('writes through a symbolic link instead of replacing it', () =>
    inScratch((folder) => {
      writeFileSync(join(folder, 'real'), 'x');
      symlinkSync('real', join(folder, 'link'));
      writeAtomically(join(folder, 'link'), 'y');
      expect(readlinkSync(join(folder, 'link'))).toBe('real');
      expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('y');
    }));

  it('on a full disk says disk_full, keeps the old bytes and removes what it began', () =>
    onSmallDisk(64, (folder) => {
      const path = join(folder, 'notes.txt');
      writeAtomically(path, 'o'.repeat(30_000));
      expect(() => writeAtomically(path, 'n'.repeat(60_000))).toThrow(
        expect.objectContaining({ code: 'disk_full' }),
      );
      expect(readFileSync(path, 'utf8')).toBe('o'.repeat(30_000));
      expect(readdirSync(folder)).toEqual(['notes.txt']);
    }));

  it('on a read-only disk says file_unwritable and why', () =>
    onSmallDisk(64, (folder) => {
      const path = join(folder, 'notes.txt');
      writeAtomically(path, 'old');
      remountReadOnly(folder);
      expect(() => writeAtomically(path, 'new')).toThrow(unwritable('the file system is read-only'));
      expect(readFileSync(path, 'utf8')).toBe('old');
    }));

  it('says what is wrong with a path that cannot be written', () =>
    inScratch((folder) => {
      writeFileSync(join(folder, 'file'), '');
      mkdirSync(join(folder, 'sub'));
      expect(() => writeAtomically(join(folder, 'none', 'x'), '')).toThrow(
        unwritable('its folder does not exist'),
      );
      expect(() => writeAtomically(join(folder, 'file', 'x'), '')).toThrow(
        unwritable('a part of its path is not a folder'),
      );
      expect(() => writeAtomically(join(folder, 'sub'), '')).toThrow(unwritable('it is a folder'));
      expect(readdirSync(folder).sort()).toEqual(['file', 'sub']);
    }));
});

describe('syncing a folder', () => {
  it('fails for one that is not there', () =>
    inScratch((folder) => {
      expect(() => syncFolder(join(folder, 'none'))).toThrow('ENOENT');
    }));
});

function unwritable(reason: string) {
  return expect.objectContaining({ code: 'file_unwritable', where: expect.objectContaining({ reason }) });
}

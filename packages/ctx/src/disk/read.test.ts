import { execFileSync } from 'node:child_process';
import { closeSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inScratch } from './fixtures/scratch.js';
import { openRegularFile, readBytes, readText } from './read.js';
import { readFailure, writeFailure } from './system-errors.js';

describe('reading a file', () => {
  it('gives its bytes and its text', () =>
    inScratch((folder) => {
      const path = join(folder, 'a');
      writeFileSync(path, '\ufeffé');
      expect(readBytes(path)).toEqual(Buffer.from('\ufeffé'));
      expect(readText(path)).toBe('\ufeffé');
    }));

  it('says file_not_found for one that is not there', () =>
    inScratch((folder) => {
      expect(() => readBytes(join(folder, 'none'))).toThrow(
        expect.objectContaining({ code: 'file_not_found' }),
      );
    }));

  it('says why it cannot be read', () =>
    inScratch((folder) => {
      const path = join(folder, 'a');
      writeFileSync(path, Buffer.from([0x61, 0xff]));
      expect(() => readText(path)).toThrow(unreadable('it is not valid UTF-8'));
      expect(() => readText(folder)).toThrow(unreadable('it is a folder'));
      expect(() => readText(join(path, 'b'))).toThrow(unreadable('a part of its path is not a folder'));
      expect(() => readText(join(folder, 'x'.repeat(300)))).toThrow(unreadable('its name is too long'));
      expect(() => readText('a\0b')).toThrow(unreadable('its path holds a NUL character'));
    }));
});

describe('opening a regular file', () => {
  it('does not wait for a pipe that nobody writes to, and takes no folder', () =>
    inScratch((folder) => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      expect(() => openRegularFile(pipe)).toThrow(unreadable('it is not a regular file'));
      expect(() => openRegularFile(folder)).toThrow(unreadable('it is a folder'));
      writeFileSync(join(folder, 'a'), '');
      closeSync(openRegularFile(join(folder, 'a')));
    }));
});

describe('an error that is not the file system’s', () => {
  it('is left as it is', () => {
    const error = new TypeError('a bug');
    expect(readFailure(error, 'x')).toBe(error);
    expect(writeFailure(error, 'x')).toBe(error);
  });

  it('has its own code as the reason where there are no words for it', () => {
    const error = Object.assign(new Error(), { code: 'EXDEV', syscall: 'read' });
    expect(readFailure(error, 'x')).toEqual(unreadable('EXDEV'));
  });
});

function unreadable(reason: string) {
  return expect.objectContaining({ code: 'file_unreadable', where: expect.objectContaining({ reason }) });
}

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inScratch } from './fixtures/scratch.js';
import { isInside, pathInside } from './inside.js';

const outside = expect.objectContaining({ code: 'path_outside' });

describe('a path inside a root', () => {
  it('is built from parts, whether it exists or not', () =>
    inScratch((folder) => {
      expect(pathInside(folder, 'a', 'b.txt')).toBe(join(folder, 'a', 'b.txt'));
      expect(pathInside(join(folder, 'not', 'yet'), 'a..b')).toBe(join(folder, 'not', 'yet', 'a..b'));
    }));

  it.each(['..', '../victim', 'a/../../victim', 'a\\..\\victim', '/etc/passwd', '', 'a\0b', '.'])(
    'is never made of %j',
    (part) => inScratch((folder) => expect(() => pathInside(folder, part)).toThrow(outside)),
  );

  it('does not follow a symbolic link out, nor one that leads nowhere', () =>
    inScratch((folder) => {
      const root = join(folder, 'root');
      mkdirSync(root);
      writeFileSync(join(folder, 'victim'), '');
      symlinkSync('../victim', join(root, 'file'));
      symlinkSync('..', join(root, 'up'));
      symlinkSync('../nowhere', join(root, 'dangling'));
      for (const part of ['file', 'up/new', 'dangling', 'dangling/x']) {
        expect(() => pathInside(root, part)).toThrow(outside);
      }
      symlinkSync('.', join(root, 'here'));
      expect(pathInside(root, 'here', 'x')).toBe(join(root, 'here', 'x'));
    }));

  it('is taken as the file system sees it, so the root may be a link itself', () =>
    inScratch((folder) => {
      mkdirSync(join(folder, 'real'));
      symlinkSync('real', join(folder, 'root'));
      expect(isInside(join(folder, 'root'), join(folder, 'real', 'x'))).toBe(true);
      expect(isInside(join(folder, 'root'), join(folder, 'root'))).toBe(false);
    }));

  it('says why a path cannot even be looked at', () =>
    inScratch((folder) => {
      symlinkSync('loop', join(folder, 'loop'));
      expect(() => pathInside(folder, 'loop')).toThrow(expect.objectContaining({ code: 'file_unreadable' }));
    }));
});

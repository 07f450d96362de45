import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failedOutcome, inParentFolder, openInside, type Reach } from './workspace.js';

let folder = '';
let root = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-workspace-')));
  root = join(folder, 'workspace');
  mkdirSync(join(root, 'a'), { recursive: true });
  writeFileSync(join(root, 'a', 'x.txt'), 'mine');
  writeFileSync(join(folder, 'x.txt'), 'not yours');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a folder that is swapped for a link between the check and the use', () => {
  it('does not let a read out of the workspace', () => {
    const swapFirst: typeof openSync = (...asked) => {
      swap();
      return openSync(...asked);
    };
    expect(() => openInside(everywhere(root), 'a/x.txt', swapFirst)).toThrow(
      'a/x.txt is outside the workspace.',
    );
  });

  it('does not let a write out of the workspace', () => {
    inParentFolder(everywhere(root), 'a/x.txt', (file) => {
      swap();
      writeFileSync(file, 'new');
    });
    expect(readFileSync(join(folder, 'x.txt'), 'utf8')).toBe('not yours');
    expect(readFileSync(join(root, 'kept', 'x.txt'), 'utf8')).toBe('new');
  });
});

describe('a workspace', () => {
  it('may be named by a link', () => {
    const alias = join(folder, 'alias');
    symlinkSync(root, alias);
    for (const path of ['a/x.txt', join(alias, 'a/x.txt'), join(root, 'a/x.txt')]) {
      closeSync(openInside(everywhere(alias), path));
      inParentFolder(everywhere(alias), path, (file) => writeFileSync(file, path));
      expect(readFileSync(join(root, 'a/x.txt'), 'utf8')).toBe(path);
    }
    inParentFolder(everywhere(alias), 'b/c/new.txt', (file) => writeFileSync(file, ''));
    expect(readdirSync(join(root, 'b/c'))).toEqual(['new.txt']);
  });

  it('leaves no descriptor open where it refuses', () => {
    symlinkSync(folder, join(root, 'up'));
    const before = readdirSync('/proc/self/fd').length;
    for (let i = 0; i < 20; i++) {
      expect(() => inParentFolder(everywhere(root), 'up/new/y', () => undefined)).toThrow('outside');
      expect(() => inParentFolder(everywhere(root), 'a/x.txt/y', () => undefined)).toThrow('ENOTDIR');
      expect(() => openInside(everywhere(root), 'up/x.txt')).toThrow('outside');
    }
    expect(readdirSync('/proc/self/fd').length).toBe(before);
  });
});

describe('an error', () => {
  it('of the system is told in words, and one of ours is passed on', () => {
    const system = Object.assign(new Error('x'), { code: 'EMFILE' });
    expect(failedOutcome(system, 'a').output).toBe('a cannot be used (EMFILE).');
    expect(() => failedOutcome(new TypeError('a bug'), 'a')).toThrow('a bug');
  });
});

function everywhere(folderOfWork: string): Reach {
  return { root: folderOfWork, judge: () => ({ allowed: true }) };
}

function swap(): void {
  renameSync(join(root, 'a'), join(root, 'kept'));
  symlinkSync(folder, join(root, 'a'));
}

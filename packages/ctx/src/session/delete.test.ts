import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inScratch, onSmallDisk, remountReadOnly } from '../disk/fixtures/scratch.js';
import { deleteSession } from './delete.js';
import { writeExample, writerOptions } from './fixtures/example.js';
import { openSession } from './open.js';

describe('deleting a session', () => {
  it('removes it, and says so only the first time', () =>
    inFolder((folder) => {
      const path = join(folder, 'a.jsonl');
      writeExample(path, 2);
      expect(deleteSession('a', folder, folder)).toEqual({ path, deleted: true });
      expect(deleteSession('a', folder, folder)).toEqual({ path, deleted: false });
      expect(readdirSync(folder)).toEqual([]);
      expect(deleteSession('a', join(folder, 'none'), folder).deleted).toBe(false);
    }));

  it('takes a path as well, if it lies in the folder', () =>
    inFolder((folder) => {
      writeExample(join(folder, 'a.jsonl'), 2);
      expect(deleteSession('./a.jsonl', folder, folder).deleted).toBe(true);
    }));

  it('takes the beginning or the end of an id that ctx made, and only the whole of one that a person chose', () =>
    inFolder((folder) => {
      const made = '20261117-120000000-abcdefgh';
      for (const id of [made, '20261117-120000001-mnpqrstv', 'run-10'])
        writeExample(join(folder, `${id}.jsonl`), 2);
      expect(deleteSession('run-1', folder, folder).deleted).toBe(false);
      expect(() => deleteSession('20261117', folder, folder)).toThrow(
        expect.objectContaining({ code: 'session_ambiguous' }),
      );
      expect(deleteSession('abcdefgh', folder, folder)).toEqual({
        path: join(folder, `${made}.jsonl`),
        deleted: true,
      });
      expect(readdirSync(folder)).toHaveLength(2);
    }));

  it('is refused while somebody writes to it', () =>
    inFolder((folder) => {
      const path = join(folder, 'a.jsonl');
      writeExample(path, 2);
      const writer = openSession(path, writerOptions());
      expect(() => deleteSession('a', folder, folder)).toThrow(
        expect.objectContaining({ code: 'session_locked' }),
      );
      expect(existsSync(path)).toBe(true);
      writer.close();
    }));

  it('never reaches a file outside the folder, or one that is no session', () =>
    inFolder((folder, outside) => {
      const victim = join(outside, 'victim.jsonl');
      writeFileSync(victim, 'precious');
      writeFileSync(join(folder, 'notes.txt'), 'precious');
      symlinkSync(victim, join(folder, 'link.jsonl'));
      for (const session of ['../victim.jsonl', victim, './notes.txt', './link.jsonl', 'link', './']) {
        expect(() => deleteSession(session, folder, folder), session).toThrow(
          expect.objectContaining({ code: 'path_outside' }),
        );
      }
      expect(() => deleteSession('..', folder, folder)).toThrow(
        expect.objectContaining({ code: 'session_id_invalid' }),
      );
      expect(existsSync(victim)).toBe(true);
      expect(existsSync(join(folder, 'notes.txt'))).toBe(true);
    }));

  it('says why it could not be done', () =>
    onSmallDisk(64, (folder) => {
      writeExample(join(folder, 'a.jsonl'), 2);
      mkdirSync(join(folder, 'b.jsonl'));
      const unwritable = expect.objectContaining({ code: 'file_unwritable' });
      expect(() => deleteSession('b', folder, folder)).toThrow(unwritable);
      remountReadOnly(folder);
      expect(() => deleteSession('a', folder, folder)).toThrow(unwritable);
    }));
});

function inFolder(use: (folder: string, outside: string) => void): void {
  inScratch((outside) => {
    const folder = join(outside, 'sessions');
    mkdirSync(folder);
    use(folder, outside);
  });
}

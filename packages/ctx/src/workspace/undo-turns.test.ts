import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/folder.js';
import { takeSnapshot } from './snapshot.js';
import { turns } from './undo-turns.js';

function talk(files: Readonly<Record<string, string>>) {
  const root = temporaryFolder(files);
  const place = { root, home: undefined, own: [] };
  const folder = join(temporaryFolder(), 'snapshots', 's');
  const done = turns();
  return {
    root,
    write: (written: Readonly<Record<string, string>>) => writeFiles(root, written),
    turn(written: Readonly<Record<string, string>>, isLast = true) {
      done.begun(takeSnapshot(place, folder)?.tree ?? '');
      writeFiles(root, written);
      if (isLast) done.ended(place, folder);
    },
    undo() {
      const undone = done.undo(place, folder);
      return typeof undone === 'object' && 'given' in undone ? undone.given : undone;
    },
    text: (path: string) => readFileSync(join(root, path), 'utf8'),
  };
}

it('takes turns back one after the other, also of the same file', () => {
  const { root, turn, undo, text } = talk({ a: '0', b: '0' });
  turn({ a: '1' });
  turn({ a: '2', b: '2' });
  turn({ a: '3', c: '3' });
  undo();
  expect([text('a'), existsSync(join(root, 'c'))]).toEqual(['2', false]);
  undo();
  expect([text('a'), text('b')]).toEqual(['1', '0']);
  expect(undo()).toMatchObject({ paths: [{ path: 'a' }], left: [] });
  expect(text('a')).toBe('0');
  expect(undo()).toBeUndefined();
});

it('keeps what a person wrote between two turns and after the last one', () => {
  const { turn, undo, write, text } = talk({ a: '0', b: '0' });
  turn({ a: '1', b: '1' });
  write({ a: 'mine' });
  turn({ b: '2' });
  write({ other: 'mine' });
  expect(undo()).toMatchObject({ paths: [{ path: 'b' }], left: [] });
  expect(undo()).toMatchObject({ paths: [{ path: 'b' }], left: ['a'] });
  expect([text('a'), text('b'), text('other')]).toEqual(['mine', '0', 'mine']);
});

it('knows how each of several turns without a word in between left the files', () => {
  const { turn, undo, text } = talk({ a: '0' });
  turn({ a: '1' }, false);
  turn({ a: '2' });
  undo();
  undo();
  expect(text('a')).toBe('0');
});

import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { rememberedListings } from './listings.js';

const later = () => Date.now() + 1_000;
const names = (entries: readonly { readonly path: string; readonly kind: string }[]) =>
  entries.map(({ path, kind }) => `${kind} ${path}`).toSorted();

/** Two changes within a tick of the file system's clock have the same time: before the next one, this one was long ago. */
const longAgo = (folder: string) => utimesSync(folder, 1, 1);

it('lists a folder again only after something came, went or took another name', () => {
  const root = temporaryFolder({ 'a/one': '1', 'a/two': '2', 'a/b/three': '3' });
  const folder = join(root, 'a');
  const list = rememberedListings(later);
  longAgo(folder);
  const first = list(root, 'a');
  expect(names(first)).toEqual(['file a/one', 'file a/two', 'folder a/b']);
  writeFileSync(join(root, 'a/one'), 'another content');
  writeFileSync(join(root, 'a/b/four'), '4');
  expect(list(root, 'a')).toBe(first);
  writeFileSync(join(root, 'a/five'), '');
  expect(names(list(root, 'a'))).toContain('file a/five');
  longAgo(folder);
  list(root, 'a');
  rmSync(join(root, 'a/two'));
  expect(names(list(root, 'a'))).not.toContain('file a/two');
  longAgo(folder);
  list(root, 'a');
  renameSync(join(root, 'a/one'), join(root, 'a/six'));
  expect(names(list(root, 'a'))).toEqual(['file a/five', 'file a/six', 'folder a/b']);
});

it('knows a folder that was put in the place of another from the one before', () => {
  const root = temporaryFolder({ 'a/one': '1', 'b/two': '2' });
  const list = rememberedListings(later);
  list(root, 'a');
  rmSync(join(root, 'a'), { recursive: true });
  renameSync(join(root, 'b'), join(root, 'a'));
  expect(names(list(root, 'a'))).toEqual(['file a/two']);
});

it('does not trust the times of a folder that changed a moment ago', () => {
  const root = temporaryFolder({ 'a/one': '1' });
  const then = Date.now();
  const list = rememberedListings(() => then);
  mkdirSync(join(root, 'a/b'));
  const first = list(root, 'a');
  expect(list(root, 'a')).not.toBe(first);
});

it('fails as a listing does where the folder is gone', () => {
  const root = temporaryFolder({ 'a/one': '1' });
  const list = rememberedListings(later);
  list(root, 'a');
  rmSync(join(root, 'a'), { recursive: true });
  expect(() => list(root, 'a')).toThrow('ENOENT');
});

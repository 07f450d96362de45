import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../ctx/test/folder.js';
import { ctxTable, testRepository } from '../test/repository.js';
import { repositoryRoot, repositoryTable } from './repository.js';

it('is the nearest folder upwards with a table of commands', () => {
  const folder = testRepository();
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  expect(repositoryRoot(join(folder, 'a/b'))).toBe(folder);
  expect(repositoryTable(folder)).toEqual(ctxTable());
});

it('is missed by name where there is none', () => {
  const folder = temporaryFolder();
  expect(() => repositoryRoot(folder)).toThrow(expect.objectContaining({ code: 'repository_not_found' }));
});

it('has a table that is JSON', () => {
  const folder = temporaryFolder({ 'schemas/commands.json': '<<<<<<< HEAD\n' });
  expect(() => repositoryTable(folder)).toThrow(expect.objectContaining({ code: 'file_unreadable' }));
});

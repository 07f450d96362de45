import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { keepTyped, readHistory } from './history.js';

it('keeps what was typed, the newest first', async () => {
  const env = { XDG_STATE_HOME: temporaryFolder() };
  await keepTyped('one', env);
  await keepTyped('two\nthree', env);
  expect(readHistory(env)).toEqual(['three', 'two', 'one']);
});

it('leaves a history alone that cannot be read now', async () => {
  const state = temporaryFolder({ 'ctx/chat-history': '' });
  const file = join(state, 'ctx/chat-history');
  const bytes = Buffer.from([0x61, 0x0a, 0xff, 0x0a]);
  writeFileSync(file, bytes);
  await keepTyped('new', { XDG_STATE_HOME: state });
  expect(readHistory({ XDG_STATE_HOME: state })).toEqual([]);
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

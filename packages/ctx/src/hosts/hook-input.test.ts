import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { readHookInput } from './hook-input.js';

function read(text: string) {
  const file = join(temporaryFolder(), 'event');
  writeFileSync(file, text);
  const descriptor = openSync(file, 'r');
  try {
    return readHookInput(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

it('parses an event a few times at most, however many braces its texts are full of', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const value = { tool_input: { command: '}'.repeat(1 << 20), text: '{["\\"'.repeat(1 << 16) } };
  expect(read(JSON.stringify(value))).toEqual({ state: 'read', value });
  expect(parse.mock.calls.length).toBeLessThanOrEqual(3);
  parse.mockRestore();
});

it('says of an event that never closes that it is garbage', () => {
  expect(read(`{"a": "${'}'.repeat(1 << 16)}`)).toEqual({ state: 'garbage' });
});

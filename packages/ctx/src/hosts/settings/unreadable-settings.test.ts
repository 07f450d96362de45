import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingsPlace } from '../../../test/settings-place.js';

describe('a settings file that cannot be understood', () => {
  it.each([
    ['a comment', '{\n  // mine\n  "a": 1\n}', 'settings_malformed', { line: 2, column: 3 }],
    ['a trailing comma', '{\n  "a": 1,\n}', 'settings_malformed', { line: 3, column: 1 }],
    ['a missing bracket', '{\n  "hooks": {\n', 'settings_malformed', { line: 3 }],
    ['a word', 'null and void', 'settings_malformed', { line: 1 }],
    ['a list', '[]', 'settings_misshapen', { place: 'the file', wanted: 'an object' }],
    ['two hooks', '{"hooks": {},\n "hooks": {}}', 'settings_misshapen', { line: 2, place: '`hooks`' }],
    [
      'hooks that are a list',
      '{"hooks": []}',
      'settings_misshapen',
      { place: '`hooks`', wanted: 'an object' },
    ],
    ['hooks that are a text', '{"hooks": "x"}', 'settings_misshapen', { place: '`hooks`' }],
    [
      'an event that is an object',
      '{"hooks": {"Stop": {}}}',
      'settings_misshapen',
      { place: '`hooks.Stop`' },
    ],
  ])('is left alone, and the error says where: %s', async (_, content, code, where) => {
    const { text, install } = settingsPlace(content);
    await expect(install()).rejects.toMatchObject({ code, where });
    expect(text()).toBe(content);
  });

  it.each([
    ['larger than anybody writes', '\0'.repeat((1 << 22) + 1), 'file_unreadable'],
    ['full of faults', ','.repeat(1 << 20), 'settings_malformed'],
    ['nested deeper than anybody writes', '['.repeat(200_000), 'settings_malformed'],
    ['nested deeper inside', `{"a": ${'{"a":'.repeat(600)}1${'}'.repeat(600)}}`, 'settings_malformed'],
  ])('is left alone if it is %s', async (_, content, code) => {
    const { text, install } = settingsPlace(content);
    await expect(install()).rejects.toMatchObject({ code });
    expect(text()).toBe(content);
  });

  it('is understood where brackets only stand in a text', async () => {
    const { install } = settingsPlace(JSON.stringify({ a: '[{'.repeat(1000), b: '\\"[' }));
    await install();
  });

  it('is left alone if it is not UTF-8', async () => {
    const { file, install } = settingsPlace('{}');
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    writeFileSync(file, bytes);
    await expect(install()).rejects.toMatchObject({ code: 'file_unreadable' });
    expect(readFileSync(file)).toEqual(bytes);
  });
});

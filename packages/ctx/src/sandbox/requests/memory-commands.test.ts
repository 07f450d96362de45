import { expect, it } from 'vitest';
import { fileIn, memoryCommandIn, namesFile, withStdin } from './memory-commands.js';

const words = (line: string) => line.split(' ');

it.each([
  ['task add x', 'task add'],
  ['--output-format json decision add x', 'decision add'],
  ['--output-format=json --envelope-version 1.0 remind later', 'remind'],
  ['remind list', 'remind list'],
  ['handover write x', 'handover write'],
])('`ctx %s` is asked for outside, as %s', (line, name) => {
  expect(memoryCommandIn(words(line))?.name).toBe(name);
});

it.each([
  'pad',
  'pad show',
  'pad add x',
  'run x.yaml',
  'trust --yes',
  'task',
  'task remove 1',
  '--help task add',
  'init',
  'doctor --fix',
  'delete-session x',
  '--output-format task add x',
])('`ctx %s` is not', (line) => {
  expect(memoryCommandIn(words(line))).toBeUndefined();
});

it.each([
  ['task add --json-file /etc/shadow', true],
  ['task add --json-file=/etc/shadow', true],
  ['task add --tag -- --json-file /etc/shadow', true],
  ['task add --json-file - --json-file /etc/shadow', true],
  ['task add x --json-file', true],
  ['task add --json-file -', false],
  ['task add --json-file=-', false],
  ['task add x', false],
])('`ctx %s` names a file: %s', (line, names) => {
  expect(namesFile(words(line))).toBe(names);
});

it.each(['task add --json-file a.json', 'task add --json-file=a.json --output-format json'])(
  '`ctx %s` is asked with stdin in the file’s place',
  (line) => {
    const found = fileIn(words(line));
    expect(found?.file).toBe('a.json');
    const asked = withStdin(words(line), found?.at ?? 0);
    expect(asked.join(' ')).toBe(line.replace('a.json', '-'));
    expect(namesFile(asked)).toBe(false);
  },
);

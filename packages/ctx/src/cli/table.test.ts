import * as t from 'typebox';
import { expect, it } from 'vitest';
import { clawable, foreign, optedOut } from './command.js';
import { argument, flag } from './inputs.js';
import { entryOf, globalFlagEntries } from './table.js';

const described = {
  name: 'pad undo',
  group: 'memory',
  summary: 'Undo',
  description: 'Undoes.',
  examples: [{ line: 'ctx pad undo', says: 'one step' }],
  arguments: { steps: argument.choice('how far', ['one', 'all']) },
  flags: { limit: flag.integerOr(3, 'how many', { min: 1 }), why: flag.requiredText('why', 'TEXT') },
} as const;
const noProofs = { schema: null, docs: null, fixture: null, tests: null };

it('is plain JSON that says all of a declaration', () => {
  const command = clawable({
    ...described,
    returns: t.Object({}),
    long: true,
    run: async () => ({}),
    render: () => '',
  });
  const entry = entryOf(command, { ...noProofs, docs: 'docs/cli/pad-undo.md' });
  expect(JSON.parse(JSON.stringify(entry))).toEqual({
    name: 'pad undo',
    group: 'memory',
    summary: 'Undo',
    description: 'Undoes.',
    surface: 'clawable',
    streams: true,
    arguments: [{ name: 'steps', kind: 'one', says: 'how far', choices: ['one', 'all'] }],
    flags: [
      { name: 'limit', kind: 'integer', says: 'how many', value: 'N', default: 3, min: 1 },
      { name: 'why', kind: 'text', says: 'why', value: 'TEXT', required: true },
    ],
    examples: [{ line: 'ctx pad undo', says: 'one step' }],
    ...noProofs,
    docs: 'docs/cli/pad-undo.md',
  });
});

it('says why a command has no JSON', () => {
  const text = optedOut({ ...described, reason: 'nobody has asked.', run: async () => '' });
  expect(entryOf(text, noProofs)).toMatchObject({ because: 'nobody has asked.', streams: false });
  const other = foreign({ ...described, speaks: 'fish', run: async () => ({ stdout: '', exitCode: 0 }) });
  expect(entryOf(other, noProofs)).toMatchObject({ because: 'fish', streams: false });
});

it('lists the flags that every command has', () => {
  expect(globalFlagEntries().map(({ name }) => name)).toEqual([
    'output-format',
    'envelope-version',
    'json',
    'jq',
    'help',
  ]);
});

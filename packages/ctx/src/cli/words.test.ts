import { describe, expect, it } from 'vitest';
import { obstacleCodes } from '../protocol/code-facts.js';
import { codes, fail } from '../protocol/codes.js';
import { Failure, type Where } from '../protocol/failure.js';
import { wordsOf } from './wording.js';
import { words } from './words.js';

/** Stands for any fact that words may ask for: it joins like a list and reads like a text. */
const anyFact = Object.assign(['sample'], {
  toUpperCase: () => 'SAMPLE',
  toFixed: () => '1',
  endsWith: () => false,
  startsWith: () => false,
});
/** Facts that are one of a few words. */
const chosenFacts = new Map<string, unknown>([
  ['rule', 'type'],
  ['text', { after: '', words: ['fix', 'the', 'test'] }],
  ['how', 'removed'],
  ['why', 'missing'],
  ['obstacle', 'no_pad'],
  ['said_hint', 'Sample.'],
  ['state', 'deleted'],
  ['fault', 'form'],
  ['trouble', 'rules'],
  ['obstacles', obstacleCodes.map((code) => ({ code, about: ['sample'], reason: '1 2' }))],
]);
const anyFacts: Where = new Proxy(
  { operation: 'read', target: 'sample' },
  { get: (has, name) => (name in has ? 'sample' : (chosenFacts.get(String(name)) ?? anyFact)) },
);

describe('every code', () => {
  it.each(Object.entries(codes()))(
    '%s is said in one sentence, with a next step that is not empty',
    (name, row) => {
      const { message, hint } = wordsOf(words, new Failure(name, row, anyFacts), 'ctx');
      expect(message).toMatch(/^\S[^\n]*\S\.$/);
      expect(message).not.toMatch(/undefined|null|NaN|\[object/);
      if (hint !== undefined) {
        expect(hint).toMatch(/^\S[^\n]*[.?]$/);
        expect(hint).not.toMatch(/undefined|null|NaN|\[object/);
      }
    },
  );

  it('has words, and there are no words without a code', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(codes()).sort());
  });

  it('is in the form that the envelope promises', () => {
    for (const name of Object.keys(codes())) expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
  });
});

describe('a suggestion', () => {
  const where = { operation: 'argparse', target: 'x' };
  it.each([
    [fail('command_unknown', { ...where, nearest: 'xx' }), 'Did you mean `ctx xx`?'],
    [fail('command_unknown', where), 'Run `ctx help` for the list of commands.'],
    [fail('command_not_found', where), 'Run `ctx help` for the list of commands.'],
    [fail('command_missing', where), 'Run `ctx help` for the list of commands.'],
    [
      fail('command_missing', { ...where, group: 'pad', choices: ['pad a', 'pad b'] }),
      'Choose from: pad a, pad b.',
    ],
    [fail('flag_unknown', where), 'Run `ctx help`.'],
    [fail('flag_unknown', { ...where, command: 'sysinfo' }), 'Run `ctx sysinfo --help` for its flags.'],
    [fail('flag_value_invalid', { ...where, value: 'v', wanted: 'a number' }), 'Give it a number.'],
    [fail('schema_unknown', where), 'Run `ctx schema` for the list.'],
    [
      fail('internal_error', where),
      'The stack trace could not be written anywhere; run it again with a writable TMPDIR.',
    ],
  ])('%o', (failure, hint) => {
    expect(wordsOf(words, failure, 'ctx').hint).toBe(hint);
  });
});

it('stays one sentence on one line where it quotes somebody else', () => {
  const failure = fail('json_opted_out', {
    operation: 'argparse',
    target: 'x',
    reason: 'because\n  of this\n',
  });
  expect(wordsOf(words, failure, 'ctx').message).toBe('`x` has no JSON output: because of this.');
});

it('still says the code where a table has no words for it', () => {
  expect(wordsOf({}, fail('interrupted', { operation: 'run', target: 'x' }), 'ctx').message).toBe(
    'Failed with interrupted.',
  );
});

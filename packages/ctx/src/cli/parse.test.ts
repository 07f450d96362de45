import { describe, expect, it } from 'vitest';
import { Failure } from '../protocol/failure.js';
import { type Command, optedOut } from './command.js';
import { argument, flag } from './inputs.js';
import { parse } from './parse.js';

const described = {
  name: 'everything',
  group: 'about',
  summary: 'Everything',
  description: 'Everything that can be declared.',
  examples: [],
  reason: 'nobody has asked.',
  run: async () => '',
} as const;

const everything = optedOut({
  ...described,
  arguments: {
    place: argument.choice('where', ['here', 'there']),
    maybe: argument.optional('perhaps'),
    rest: argument.any('the rest'),
  },
  flags: {
    quiet: flag.switch('quiet'),
    text: flag.text('a text', 'TEXT'),
    tag: flag.texts('a tag', 'TAG'),
    size: flag.integer('a size'),
    limit: flag.integerOr(20, 'a limit', { min: 1, max: 50 }),
    floor: flag.integer('a floor', { min: 2 }),
    share: flag.decimal('a share', 'SHARE', { max: 1 }),
    mode: flag.choice('a mode', ['fast', 'slow']),
    shape: flag.choiceOr('round', 'a shape', ['round', 'square']),
  },
});

const demanding = optedOut({
  ...described,
  name: 'demanding',
  arguments: { names: argument.many('names') },
  flags: { why: flag.requiredText('why', 'TEXT') },
});

function inputOf(command: Command, ...words: string[]) {
  const parsed = parse(command, words);
  if (parsed.help) throw new Error('it asked for help');
  return parsed.input;
}

function failureOf(command: Command, ...words: string[]): { code: string } & Failure['where'] {
  try {
    parse(command, words);
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, ...error.where };
    throw error;
  }
  throw new Error('it was accepted');
}

describe('what is accepted', () => {
  it('fills defaults, false, nothing and empty lists for what was not given', () => {
    expect(inputOf(everything, 'here')).toEqual({
      args: { place: 'here', maybe: undefined, rest: [] },
      flags: {
        quiet: false,
        text: undefined,
        tag: [],
        size: undefined,
        limit: 20,
        floor: undefined,
        share: undefined,
        mode: undefined,
        shape: 'round',
        'output-format': 'text',
        'envelope-version': '2.0',
        json: false,
        jq: undefined,
        help: false,
      },
    });
  });

  it('takes flags in both forms, before, between and after arguments', () => {
    const words = [
      '--size',
      '-3',
      'there',
      '--text=a=b',
      'x',
      '--tag',
      'one',
      'y',
      '--tag=two',
      '--quiet',
      'z',
    ];
    const { args, flags } = inputOf(everything, ...words);
    expect(args).toEqual({ place: 'there', maybe: 'x', rest: ['y', 'z'] });
    expect(flags).toMatchObject({ size: -3, text: 'a=b', tag: ['one', 'two'], quiet: true });
  });

  it('takes everything behind -- as arguments', () => {
    expect(inputOf(everything, '--quiet', 'here', '--', '--size', '--help').args).toEqual({
      place: 'here',
      maybe: '--size',
      rest: ['--help'],
    });
  });

  it.each([
    ['--share', '0.25', { share: 0.25 }],
    ['--share', '-1', { share: -1 }],
    ['--limit', '50', { limit: 50 }],
    ['--mode', 'slow', { mode: 'slow' }],
    ['--text', '', { text: '' }],
    ['--text', '-', { text: '-' }],
    ['--text', 'ünïcode 🦊', { text: 'ünïcode 🦊' }],
    ['--text=--dashed', undefined, { text: '--dashed' }],
    ['--output-format=text', undefined, { 'output-format': 'text' }],
  ])('takes %s %s', (flagWord, value, expected) => {
    const words = value === undefined ? [flagWord] : [flagWord, value];
    expect(inputOf(everything, 'here', ...words).flags).toMatchObject(expected);
  });

  it('lets the last of a global flag win, since wrappers put their own in front', () => {
    const words = ['here', '--output-format', 'json', '--output-format=text'];
    expect(inputOf(everything, ...words).flags).toMatchObject({ 'output-format': 'text' });
  });

  it('sees a wish for help wherever it stands, whatever else is wrong', () => {
    for (const words of [['--help'], ['-h'], ['nowhere', '--bogus', '--help'], ['--size=x', '-h']])
      expect(parse(everything, words)).toEqual({ help: true });
  });
});

describe('what is refused', () => {
  it.each<[string[], string, object]>([
    [['here', '--bogus'], 'flag_unknown', { target: '--bogus', command: 'everything' }],
    [['here', '--limti', '3'], 'flag_unknown', { target: '--limti', places: ['place', 'maybe', 'rest'] }],
    [['here', '--constructor'], 'flag_unknown', { target: '--constructor' }],
    [['here', '--__proto__=1'], 'flag_unknown', { target: '--__proto__' }],
    [['here', '-x'], 'flag_unknown', { target: '-x' }],
    [['here', '--size', '1', '--size=2'], 'flag_repeated', { target: '--size' }],
    [['here', '--quiet', '--quiet'], 'flag_repeated', { target: '--quiet' }],
    [['here', '--quiet=yes'], 'flag_value_unwanted', { target: '--quiet' }],
    [['here', '--text'], 'flag_value_missing', { target: '--text', wanted: 'TEXT' }],
    [['here', '--text', '--quiet'], 'flag_value_missing', { target: '--text' }],
    [['here', '--size', 'big'], 'flag_value_invalid', { value: 'big', wanted: 'a whole number' }],
    [['here', '--size='], 'flag_value_invalid', { value: '' }],
    [['here', '--tag', ''], 'flag_value_invalid', { target: '--tag', value: '', wanted: 'TAG' }],
    [['here', '--size', '1e3'], 'flag_value_invalid', { value: '1e3' }],
    [['here', '--size', '9007199254740993'], 'flag_value_invalid', { value: '9007199254740993' }],
    [['here', '--limit', '0'], 'flag_value_invalid', { wanted: 'a whole number from 1 to 50' }],
    [['here', '--limit', '51'], 'flag_value_invalid', { target: '--limit' }],
    [['here', '--floor', '1'], 'flag_value_invalid', { wanted: 'a whole number, 2 or more' }],
    [['here', '--share', '1.5'], 'flag_value_invalid', { wanted: 'a number, 1 or less' }],
    [['here', '--share', '.5'], 'flag_value_invalid', { value: '.5' }],
    [['here', '--mode', 'sloww'], 'flag_value_invalid', { wanted: 'one of fast, slow', nearest: 'slow' }],
    [['here', '--envelope-version', '3.0'], 'flag_value_invalid', { target: '--envelope-version' }],
    [[], 'argument_missing', { target: 'place', command: 'everything' }],
    [['ther'], 'argument_invalid', { target: 'ther', argument: 'place', nearest: 'there' }],
    [[''], 'argument_invalid', { target: '' }],
    [['here', '--output-format', 'json'], 'json_opted_out', { target: 'everything' }],
    [['here', '--output-format'], 'json_opted_out', { target: 'everything' }],
  ])('%j is %s', (words, code, facts) => {
    expect(failureOf(everything, ...words)).toMatchObject({ code, operation: 'argparse', ...facts });
  });

  it('a required flag or argument that is not there', () => {
    expect(failureOf(demanding, 'a')).toMatchObject({
      code: 'flag_missing',
      target: '--why',
      wanted: 'TEXT',
    });
    expect(failureOf(demanding, '--why', 'x')).toMatchObject({ code: 'argument_missing', target: 'names' });
    expect(inputOf(demanding, '--why', 'x', 'a', 'b').args).toEqual({ names: ['a', 'b'] });
  });

  it('a word too many', () => {
    const none = optedOut({ ...described, arguments: {}, flags: {} });
    expect(failureOf(none, 'extra')).toMatchObject({ code: 'argument_unwanted', target: 'extra' });
  });
});

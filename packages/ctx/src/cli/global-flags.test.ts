import { expect, it } from 'vitest';
import { wantedOutput } from './global-flags.js';

it.each<[string[], string, string]>([
  [[], 'text', '2.0'],
  [['--output-format', 'json'], 'json', '2.0'],
  [['x', '--output-format=stream-json', '--bogus'], 'stream-json', '2.0'],
  [['--output-format=json', '--output-format', 'text'], 'text', '2.0'],
  [['--output-format=json', '--output-format', 'xml'], 'json', '2.0'],
  [['--output-format', '--output-format', 'json'], 'json', '2.0'],
  [['--output-format'], 'text', '2.0'],
  [['--', '--output-format=json'], 'text', '2.0'],
  [['--envelope-version', '1.0', '--output-format=json'], 'json', '1.0'],
  [['--envelope-version', '1'], 'text', '1.0'],
  [['--envelope-version', '1', '--envelope-version=2'], 'text', '2.0'],
  [['--envelope-version=3'], 'text', '2.0'],
])('%j wants %s and envelope %s', (argv, format, envelopeVersion) => {
  expect(wantedOutput(argv, {})).toEqual({ format, envelopeVersion });
});

it.each<[string, string[], object]>([
  ['1', ['--output-format=json'], { envelopeVersion: '1.0' }],
  ['2.0', ['--output-format=json'], { envelopeVersion: '2.0' }],
  ['', ['--output-format=json'], { envelopeVersion: '2.0' }],
  ['1.0', ['--output-format=json', '--envelope-version=2'], { envelopeVersion: '2.0' }],
  ['1.0', [], { envelopeVersion: '2.0' }],
  ['3', ['--output-format=json'], { envelopeVersion: '2.0', invalidVersion: '3' }],
  ['3', ['--output-format=json', '--envelope-version=1.0'], { envelopeVersion: '1.0' }],
  ['3', [], { envelopeVersion: '2.0' }],
])('CTX_ENVELOPE_VERSION=%s with %j', (value, argv, wanted) => {
  const { format: _, ...rest } = wantedOutput(argv, { CTX_ENVELOPE_VERSION: value });
  expect(rest).toEqual(wanted);
});

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
  [['--envelope-version=3'], 'text', '2.0'],
])('%j wants %s and envelope %s', (argv, format, envelopeVersion) => {
  expect(wantedOutput(argv)).toEqual({ format, envelopeVersion });
});

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shellWord } from './shell-word.js';

it('leaves plain paths as they are', () => {
  expect(shellWord('/a/b-c_d.jsonl')).toBe('/a/b-c_d.jsonl');
});

it('is the same word again in a shell, whatever is in it', () => {
  const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
      const line = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
      const said = execFileSync('sh', ['-c', line], { encoding: 'utf8' });
      expect(said.split('\0').slice(0, -1)).toEqual(words.map((text) => Buffer.from(text).toString()));
    }),
    { numRuns: 40 },
  );
});

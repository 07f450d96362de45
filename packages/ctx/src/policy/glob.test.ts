import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globCouldMatch, globMatches } from './glob.js';

describe('a glob', () => {
  it.each([
    ['git *', 'git push', true],
    ['git *', 'digit x', false],
    ['*', '', true],
    ['a*b*c', 'a--b--c', true],
    ['a*b*c', 'a--c--b', false],
    ['*.js', 'x.js.map', false],
    ['a.c', 'abc', false],
    ['a*', 'a\nb', true],
    ['', 'a', false],
  ])('%j against %j: %s', (pattern, text, expected) => {
    expect(globMatches(pattern, text)).toBe(expected);
    expect(globCouldMatch(pattern, text, '\0')).toBe(expected);
  });

  it('takes a hole in the text for anything where it asks what could match', () => {
    expect(globCouldMatch('rm *', '\0 -rf x', '\0')).toBe(true);
    expect(globCouldMatch('rm *', 'git \0', '\0')).toBe(false);
    expect(globCouldMatch('git push origin*', 'git push \0', '\0')).toBe(true);
    expect(globMatches('git push origin*', 'git push \0')).toBe(false);
  });

  it('agrees with itself on texts without holes', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (pattern, subject) => {
        expect(globCouldMatch(pattern, subject, '\0')).toBe(globMatches(pattern, subject));
      }),
    );
  });

  it('comes to an end on a pattern that was made to try every way', () => {
    const [pattern, text] = [`${'*a'.repeat(50)}*b`, 'a'.repeat(20_000)];
    expect(globMatches(pattern, text)).toBe(false);
    expect(globCouldMatch(pattern, text, '\0')).toBe(false);
  });
});

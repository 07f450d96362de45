import { describe, expect, it } from 'vitest';
import { tokensAbout, tokensAtMost } from './tokens.js';

// What o200k_base and cl100k_base, two tokenizers in wide use, say of these texts: the larger of both.
const counted: readonly (readonly [string, string, number])[] = [
  ['prose', 'The quick brown fox jumps over the lazy dog.', 10],
  ['code', 'export function tokensAtMost(text: string): number {\n  let tokens = 0;\n', 18],
  ['a hash', 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 46],
  ['a key', 'QmFzZTY0IGlzIG5vdCBlbmNyeXB0aW9u', 23],
  ['German', 'Donaudampfschifffahrtsgesellschaft über Übungsgrößen', 20],
  ['Russian', 'Память проекта не должна теряться', 13],
  ['Chinese', '我们需要一个可靠的记忆层', 12],
  ['emoji', '😀🎉', 5],
  ['consonants', 'xkcdqwrtz bcdfg', 9],
  ['capitals', 'ENOSPC EACCES', 6],
];

describe('the estimate of tokens', () => {
  it.each(counted)('of %s is not below what tokenizers count', (_, text, tokens) => {
    expect(tokensAtMost(text)).toBeGreaterThanOrEqual(tokens);
  });

  it('of prose is not more than twice as high', () => {
    expect(tokensAtMost('The quick brown fox jumps over the lazy dog. '.repeat(20))).toBeLessThan(2 * 200);
  });

  it('of nothing is nothing, and spaces that stand alone count', () => {
    expect(tokensAtMost('')).toBe(0);
    expect(tokensAtMost('a  b \n ')).toBe(2 + 1 + 1 + 1 + 1);
  });

  it('of parts that end in line breaks adds up to that of the whole', () => {
    const parts = ['# Head\n', '- one (a:1)\n', '  two\n\n', 'ünïcode 12.5%\n'];
    const sum = parts.reduce((total, part) => total + tokensAtMost(part), 0);
    expect(tokensAtMost(parts.join(''))).toBe(sum);
  });

  it('of a large text in an overview is close to the whole estimate', () => {
    const text = 'Some words, a number 42, and `code()` on every line of this text.\n'.repeat(5000);
    const whole = tokensAtMost(text);
    expect(Math.abs(tokensAbout(text) - whole) / whole).toBeLessThan(0.05);
    expect(tokensAbout('short')).toBe(tokensAtMost('short'));
  });
});

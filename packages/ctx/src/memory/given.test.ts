import { expect, it } from 'vitest';
import { textOf } from './given.js';

it('takes from a text the newline that ends it, and only that one', () => {
  expect(textOf(Buffer.from('a\n\n'), 'x')).toBe('a\n');
  expect(textOf(Buffer.from('a\r\n'), 'x')).toBe('a');
  expect(textOf(Buffer.from('\ufeffa'), 'x')).toBe('\ufeffa');
});

it('refuses a text that is not valid UTF-8', () => {
  expect(() => textOf(Buffer.from([0x61, 0xff]), 'x')).toThrow(
    expect.objectContaining({ code: 'text_not_plain' }),
  );
});

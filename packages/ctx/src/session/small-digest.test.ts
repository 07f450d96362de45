import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { digestOf } from '../disk/digest.js';
import { smallDigest } from './small-digest.js';

it('is the digest that Node’s own cryptography gives, at every length around its blocks and beyond its limit', () => {
  for (const length of [...Array.from({ length: 200 }, (_, i) => i), 1000, 8191, 8192, 8193, 100_000]) {
    const bytes = randomBytes(length);
    expect(smallDigest(bytes)).toBe(digestOf(bytes));
  }
  expect(smallDigest('täxt 🐢')).toBe(digestOf('täxt 🐢'));
});

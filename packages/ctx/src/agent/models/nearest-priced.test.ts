import { expect, it } from 'vitest';
import { nearestPriced } from './nearest-priced.js';

it.each([
  ['anthropic/claude-haiku-4-6', 'anthropic/claude-haiku-4-5'],
  ['openai/gpt-5-mini-fast-preview', 'openai/gpt-5-mini'],
  ['openai-compatible/local', undefined],
])('the nearest model to %s that has a price is %s', (name, near) => {
  expect(nearestPriced(name)).toBe(near);
});

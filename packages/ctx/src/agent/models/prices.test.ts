import { describe, expect, it } from 'vitest';
import { costOf } from '../estimate.js';
import { listedModel, listedModels, priceSource } from './prices.js';

describe('the table of prices', () => {
  it('has a date for every price, and says where it comes from', () => {
    expect(priceSource).toContain('models.dev');
    for (const { name, price } of listedModels()) {
      expect(price.as_of, name).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(price.output, name).toBeGreaterThan(price.input);
      for (const rate of [price.input, price.output, price.cache_read ?? 0, price.cache_write ?? 0])
        expect(Number.isInteger(rate), name).toBe(true);
    }
  });

  it('knows a snapshot by the name of its model, and nothing that it does not know', () => {
    const haiku = listedModel('anthropic/claude-haiku-4-5');
    expect(listedModel('anthropic/claude-haiku-4-5-20251001')).toEqual(haiku);
    expect(listedModel('anthropic/claude-haiku-4-5-latest')).toEqual(haiku);
    expect(listedModel('openai/gpt-5-2025-08-07')?.name).toBe('openai/gpt-5');
    for (const name of ['anthropic/claude-haiku', 'openai/gpt-5-turbo', 'openai/constructor', '__proto__'])
      expect(listedModel(name)).toBeUndefined();
  });
});

describe('the cost of a call', () => {
  const price = { input: 3_000_000, output: 15_000_000, cache_read: 300_000, cache_write: 3_750_000 };

  it('counts what came from the cache and what went into it at their own rates', () => {
    const usage = { input_tokens: 1000, output_tokens: 10, cache_read_tokens: 700, cache_write_tokens: 200 };
    expect(costOf(usage, price)).toBe(Math.ceil(100 * 3 + 700 * 0.3 + 200 * 3.75 + 10 * 15));
    expect(costOf({ input_tokens: 1000, output_tokens: 10 }, price)).toBe(3150);
    const plain = { input: 3_000_000, output: 15_000_000 };
    expect(costOf(usage, plain)).toBe(3150);
  });

  it('takes the rates of a long input for all of it', () => {
    const long = { above: 200_000, input: 6_000_000, output: 22_500_000 };
    expect(costOf({ input_tokens: 200_000, output_tokens: 0 }, { ...price, long })).toBe(600_000);
    expect(costOf({ input_tokens: 200_001, output_tokens: 1 }, { ...price, long })).toBe(1_200_029);
  });
});

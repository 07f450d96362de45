import { expect, it } from 'vitest';
import { TookTooLong, timeLimit } from './within-time.js';

it('gives what the work gives', () => {
  expect(timeLimit(60_000)(() => 7)).toBe(7);
});

it('ends work that never ends', () => {
  expect(() =>
    timeLimit(1)(() => {
      for (;;);
    }),
  ).toThrow(TookTooLong);
});

it('takes work that needs more stack than there is for work that takes too long', () => {
  const deeper = (): number => 1 + deeper();
  expect(() => timeLimit(60_000)(deeper)).toThrow(TookTooLong);
});

it('leaves any other error as it is', () => {
  expect(() =>
    timeLimit(60_000)(() => {
      throw new RangeError('out of range');
    }),
  ).toThrow('out of range');
});

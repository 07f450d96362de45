import { expect, it } from 'vitest';
import run from './run.js';
import simulate from './simulate.js';

it('is the same command as run, under another name', () => {
  expect(simulate.run).toBe(run.run);
  expect(simulate.flags).toBe(run.flags);
  expect(simulate.returns).toBe(run.returns);
  expect(simulate.name).toBe('simulate');
});

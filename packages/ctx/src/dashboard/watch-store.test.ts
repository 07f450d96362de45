import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail } from '../protocol/codes.js';
import type { Statements } from '../store/postgres/connections.js';
import { watchStore } from './watch-store.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('announces its first answer, since a fleet may have begun between the page’s look and this one', async () => {
  const { look, told } = watched(() => '1 5 now');
  await look();
  expect(told()).toBe(1);
  await look();
  expect(told()).toBe(1);
});

it('announces each change, a store that goes away and one that comes back, once each', async () => {
  let answer: () => string = () => 'a';
  const { look, told } = watched(() => answer());
  await look();
  answer = () => 'b';
  await look();
  expect(told()).toBe(2);
  answer = () => {
    throw fail('store_unreachable', {
      operation: 'connect',
      target: 'the store',
      reason: 'refused',
    });
  };
  await look();
  await look();
  expect(told()).toBe(3);
  answer = () => 'b';
  await look();
  expect(told()).toBe(4);
});

it('asks nothing while no page is open', async () => {
  let asked = 0;
  const { look } = watched(
    () => String(asked++),
    () => false,
  );
  await look();
  expect(asked).toBe(0);
});

function watched(stamp: () => string, isWanted = () => true) {
  let told = 0;
  const statements: Statements = { rows: async () => [{ stamp: stamp() }] };
  watchStore({ statements, isWanted, changed: () => told++ });
  return { look: () => vi.advanceTimersByTimeAsync(1000), told: () => told };
}

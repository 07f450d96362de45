import { expect, it } from 'vitest';
import { fail } from '../protocol/codes.js';
import { shownFleets } from './fleets.js';

it('says that a store does not answer, not that its fleet is unknown', async () => {
  const away = fail('store_unreachable', { operation: 'connect', target: 'the store', reason: 'refused' });
  const find = () => Promise.reject(away);
  const fleets = shownFleets([{ kept: 'store', find }], () => 0);
  await expect(fleets.fleet('f', undefined)).rejects.toBe(away);
  expect(await fleets.list()).toEqual({ fleets: [], unreadable: [], store_fault: 'store_unreachable' });
});

it('says that a fleet is unknown where every store answers', async () => {
  const fleets = shownFleets([{ kept: 'store', find: async () => [] }], () => 0);
  await expect(fleets.fleet('f', undefined)).rejects.toMatchObject({ code: 'fleet_unknown' });
});

// A store that lies, or that somebody with the rights of a worker wrote to: nothing of it is run or gone on with, and who is told says what.

import { describe, expect, it } from 'vitest';
import { listShared } from '../src/commands/fleet/shared/look.js';
import type { SharedLog } from '../src/store/fleet-store.js';
import { fleetIds, foldFleet } from '../src/store/postgres/read-store.js';
import { claimFrom, completed, lines, putIn } from './postgres-fleet.js';
import { expectInStep, storePlaces, tasks } from './postgres-place.js';

const within = storePlaces();

async function loaded(log: SharedLog): Promise<string[]> {
  const found: string[] = [];
  for await (const line of log.load()) found.push(line);
  return found;
}

describe('a session that waits is not handed out', () => {
  it.each([
    ['with the record of another', "update ctx.session set queued_seq = 2 where id = 'f-1'"],
    ['with a record that is none of its kind', "update ctx.session set queued_seq = 0 where id = 'f-1'"],
    [
      'with a record that somebody changed',
      `update ctx.fleet_record set line = replace(line, 'Task 0.', 'Task 9.') where seq = 1`,
    ],
    ['with no JSON in its record', `update ctx.fleet_record set line = 'x' where seq = 1`],
  ])('%s', (_, lie) =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'f', at_once: 2, matrix: tasks(2) });
      sql(lie);
      await expect((await worker()).claim()).rejects.toMatchObject({
        code: 'fleet_broken',
        where: { target: 'f' },
      });
      expect(sql("select count(*) from ctx.session where state = 'running' or epoch > 0")).toBe('0');
      expect(sql("select head_seq from ctx.fleet where id = 'f'")).toBe('2');
    }),
  );
});

it.each([
  ['limits that are none', "update ctx.fleet set limits = '{}'"],
  ['a head that is none', "update ctx.fleet set head_hash = 'x'"],
  ['an epoch that cannot be raised', 'update ctx.session set epoch = 2147483647'],
])('a row with %s stops the worker, loudly, and hands out nothing', (_, lie) =>
  within(async ({ connections, worker, sql }) => {
    await putIn(connections, { fleet_id: 'f' });
    sql(lie);
    await expect((await worker()).claim()).rejects.toMatchObject({ code: 'store_failed' });
    expect(sql("select count(*) from ctx.session where state = 'running'")).toBe('0');
  }),
);

describe('a log in a store that lies', () => {
  it('is taken over up to its head, whatever stands behind it', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'f' });
      const first = await worker();
      const claim = await claimFrom(first);
      await first.sharedLog(claim).commit(lines(3));
      sql("insert into ctx.record values ('f-1', 'f-1', 3, 1, 'planted'), ('f-1', 'f-1', 4, 7, 'planted')");
      const log = first.sharedLog(claim);
      expect(await loaded(log)).toEqual(lines(3).map(({ line }) => line));
    }));

  it.each([
    ['lacks its end', 'delete from ctx.record where seq = 2'],
    ['has another end', `update ctx.record set line = replace(line, '"hash":"', '"hash":"x') where seq = 2`],
    ['has another head', "update ctx.session set head_hash = 'sha256:0'"],
    ['has a head that it never came to', 'update ctx.session set head_seq = 9'],
  ])('is not gone on with where it %s', (_, lie) =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'f' });
      const store = await worker();
      const claim = await claimFrom(store);
      await store.sharedLog(claim).commit(lines(3));
      sql(lie);
      await expect(loaded(store.sharedLog(claim))).rejects.toMatchObject({ code: 'session_broken' });
    }),
  );

  it('is read in pieces that fit into memory, also where its lines are large', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'f' });
      const store = await worker();
      const claim = await claimFrom(store);
      const all = lines(12, undefined, '.'.repeat(5_000_000));
      await store.sharedLog(claim).commit(all);
      expect(sql('select head_seq from ctx.session')).toBe('11');
      expect((await loaded(store.sharedLog(claim))).map((line) => line.length)).toEqual(
        all.map(({ line }) => line.length),
      );
    }));

  it('keeps another’s claim out: an epoch, a log or a fleet of somebody else ends nothing and appends nothing', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'f', at_once: 2, matrix: tasks(2) });
      await putIn(connections, { fleet_id: 'g' });
      const store = await worker({ slots: 3 });
      const [one, two] = [await claimFrom(store), await claimFrom(store)];
      sql("update ctx.session set fleet = 'g' where id = 'f-1'");
      await expect(store.end(one, completed())).rejects.toMatchObject({ code: 'lease_lost' });
      sql("update ctx.session set log = 'f-1' where id = 'f-2'");
      await expect(store.sharedLog(two).commit(lines(1))).rejects.toMatchObject({ code: 'lease_lost' });
      expect(sql('select count(*) from ctx.record')).toBe('0');
    }));
});

it('records of another fleet are not taken for those of this one', () =>
  within(async ({ connections, sql }) => {
    await putIn(connections, { fleet_id: 'f' });
    await putIn(connections, { fleet_id: 'g' });
    sql("delete from ctx.fleet_record where fleet = 'f'");
    sql("update ctx.fleet_record set fleet = 'f' where fleet = 'g'");
    await expect(foldFleet(connections, 'f')).rejects.toMatchObject({ code: 'fleet_broken' });
    await expect(foldFleet(connections, 'g')).rejects.toMatchObject({ code: 'fleet_unknown' });
  }));

it('names are data: quotes, commands and paths in them do nothing', () =>
  within(async ({ connections, worker, sql }) => {
    const wild = `x'; drop table ctx.record; --`;
    await expect(foldFleet(connections, wild)).rejects.toMatchObject({ code: 'fleet_unknown' });
    await putIn(connections, { fleet_id: 'f', providers: { [wild]: { at_once: 1 } }, matrix: tasks(1) });
    const store = await worker({ labels: [wild, '{"a"}', 'b,c'] });
    const claim = await claimFrom(store);
    await store.end(claim, {
      outcome: 'failed',
      cause: wild,
      target: wild,
      used: { microusd: 0, tokens: 0 },
    });
    expect(sql('select count(*) from ctx.lane')).toBe('2');
    await expectInStep(connections, sql, 'f');
  }));

it('a fleet that is broken hides no other, and a second one by the same name is refused, also at the same time', () =>
  within(async ({ connections, sql }) => {
    await putIn(connections, { fleet_id: 'good' });
    await putIn(connections, { fleet_id: 'bad' });
    sql("update ctx.fleet_record set line = replace(line, 'A.', 'B.') where fleet = 'bad' and seq = 1");
    const { fleets, unreadable } = await listShared(connections);
    expect(fleets.map(({ told }) => told.fleet_id)).toEqual(['good']);
    expect(unreadable).toMatchObject([{ code: 'fleet_broken' }]);
    const twice = await Promise.allSettled([1, 2, 3].map(() => putIn(connections, { fleet_id: 'same' })));
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of twice)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'fleet_exists' });
    expect(await fleetIds(connections)).toHaveLength(3);
  }));

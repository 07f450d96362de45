import { describe, expect, it } from 'vitest';
import { foldFleet } from '../src/store/postgres/read-store.js';
import { claimFrom, completed, lines, putIn } from './postgres-fleet.js';
import { expectInStep, storePlaces, tasks } from './postgres-place.js';

const within = storePlaces();

describe('a lease', () => {
  it('that ran out is taken over by another worker, in the same log, and the old one is fenced off', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'over' });
      const [old, heir] = [await worker(), await worker()];
      const claim = await claimFrom(old);
      const [first, second] = [lines(2), lines(2)];
      await old.sharedLog(claim).commit(first);
      expect(await heir.claim()).toMatchObject({ kind: 'wait' });
      sql("update ctx.session set lease_until = clock_timestamp() - interval '1 second'");
      const taken = await claimFrom(await worker());
      expect(taken).toMatchObject({ lost: true, begun: true, attempt: 1, epoch: 2, log: 'over-1' });
      const [last] = first.slice(-1);
      await expect(old.sharedLog(claim).commit(lines(1, last))).rejects.toMatchObject({ code: 'lease_lost' });
      await expect(old.sharedLog(claim).commit([])).rejects.toMatchObject({ code: 'lease_lost' });
      await expect(old.end(claim, completed())).rejects.toMatchObject({ code: 'lease_lost' });
      expect(await old.beat()).toEqual({ cancelled: [], lost: ['over-1'] });
      expect(sql('select count(*) from ctx.record')).toBe(String(second.length));
      await expectInStep(connections, sql, 'over');
    }));

  it('is kept by beats alone, and an expired one that nobody took is kept as well', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'kept', at_once: 3, matrix: tasks(3) });
      const store = await worker();
      for (let at = 0; at < 3; at++) await claimFrom(store);
      sql("update ctx.session set lease_until = clock_timestamp() - interval '1 second'");
      expect(await store.beat()).toEqual({ cancelled: [], lost: [] });
      expect(sql('select count(*) from ctx.session where lease_until > clock_timestamp()')).toBe('3');
      expect(await (await worker()).claim()).toMatchObject({ kind: 'wait' });
    }));

  it('that could not be asked for in time is lost, whatever the store would say', () =>
    within(async ({ connections, worker, sql }) => {
      let time = 0;
      await putIn(connections, { fleet_id: 'slept' });
      const store = await worker({ leaseMs: 10_000, now: () => time });
      const claim = await claimFrom(store);
      time = 10_001;
      await expect(store.sharedLog(claim).commit(lines(1))).rejects.toMatchObject({ code: 'lease_lost' });
      await expect(store.end(claim, completed())).rejects.toMatchObject({ code: 'lease_lost' });
      // Nor is it kept any longer, or it would never be taken over.
      sql("update ctx.session set lease_until = clock_timestamp() - interval '1 second'");
      expect(await store.beat()).toEqual({ cancelled: [], lost: ['slept-1'] });
      expect(await claimFrom(await worker())).toMatchObject({ lost: true, epoch: 2 });
    }));

  it('whose session took ten workers with it is given up, honestly', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'poison' });
      await claimFrom(await worker());
      for (let at = 0; at < 10; at++) {
        sql("update ctx.session set lease_until = clock_timestamp() - interval '1 second'");
        expect(await claimFrom(await worker())).toMatchObject({ lost: true });
      }
      sql("update ctx.session set lease_until = clock_timestamp() - interval '1 second'");
      expect(await (await worker()).claim()).toEqual({ kind: 'none' });
      const { state } = await foldFleet(connections, 'poison');
      expect([...state.sessions.values()].map(({ ended }) => ended?.cause)).toEqual(['worker_lost']);
      await expectInStep(connections, sql, 'poison');
    }));
});

describe('a session’s log in the store', () => {
  it('holds every line as it was given, and takes the same again where an answer was lost', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'log' });
      const store = await worker();
      const log = store.sharedLog(await claimFrom(store));
      const all = lines(2500);
      await log.commit(all.slice(0, 2));
      await log.commit(all.slice(0, 2));
      await log.commit(all.slice(2));
      await log.commit([]);
      const found: string[] = [];
      for await (const line of log.load()) found.push(line);
      expect(found).toEqual(all.map(({ line }) => line));
      expect(sql('select head_seq from ctx.session')).toBe('2499');
    }));

  it('takes nothing that does not follow its head', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'gap' });
      const store = await worker();
      const log = store.sharedLog(await claimFrom(store));
      await expect(log.commit(lines(3).slice(1))).rejects.toMatchObject({ code: 'lease_lost' });
      expect(sql('select count(*) from ctx.record')).toBe('0');
    }));

  it('begins anew for the same claim where it cannot go on, and the old lines stay', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'anew' });
      const store = await worker();
      const claim = await claimFrom(store);
      await store.sharedLog(claim).commit(lines(2));
      const other = await store.startOver(claim);
      if (other === undefined) throw new Error('it has no budget');
      expect(other).toMatchObject({ log: 'anew-1-try1', begun: false, epoch: 1 });
      await store.sharedLog(other).commit(lines(1));
      await expect(store.sharedLog(claim).commit(lines(1))).rejects.toMatchObject({ code: 'lease_lost' });
      await store.end(other, completed());
      expect(sql('select log, count(*) from ctx.record group by log order by log')).toBe(
        'anew-1|2\nanew-1-try1|1',
      );
      await expectInStep(connections, sql, 'anew');
    }));

  it('keeps the snapshots of its files that are in use, whole, whatever their size', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'files' });
      const store = await worker();
      const log = store.sharedLog(await claimFrom(store));
      const large = new Uint8Array(9_000_000).map((_, at) => at % 251);
      await log.keepFiles('other', new Uint8Array([7]), []);
      await log.keepFiles('t1', new Uint8Array([1]), ['other']);
      await log.keepFiles('t2', new Uint8Array(), ['other', 't1']);
      await log.keepFiles('t3', large, ['other', 't2']);
      await log.keepFiles('t3', large, ['other', 't2']);
      expect(await log.keptFiles('t1')).toBeUndefined();
      expect(await log.keptFiles('t2')).toHaveLength(0);
      expect(await log.keptFiles('other')).toHaveLength(1);
      expect(Buffer.compare((await log.keptFiles('t3')) ?? Buffer.alloc(0), large)).toBe(0);
      expect(sql("select count(*) from ctx.snapshot where tree = 't3'")).toBe('3');
      sql('update ctx.session set epoch = epoch + 1');
      await expect(log.keepFiles('t4', large, [])).rejects.toMatchObject({ code: 'lease_lost' });
      expect(sql('select count(distinct tree) from ctx.snapshot')).toBe('3');
    }));
});

import { describe, expect, it } from 'vitest';
import type { Claim } from '../src/store/fleet-store.js';
import type { PgStore } from '../src/store/postgres/pg-store.js';
import { foldFleet } from '../src/store/postgres/read-store.js';
import { claimFrom, completed, failedBy, putIn } from './postgres-fleet.js';
import { expectInStep, storePlaces, tasks } from './postgres-place.js';

const within = storePlaces();

describe('claims', () => {
  it('hand out the highest priority first, then who came first', () =>
    within(async ({ connections, worker, sql }) => {
      const sessions = [0, 9, 5, 9].map((priority, at) => ({
        session_id: `s${at}`,
        task: 'T.',
        model: 'script:hi.yaml',
        priority,
      }));
      await putIn(connections, { fleet_id: 'order', at_once: 9, sessions });
      const store = await worker();
      const order: string[] = [];
      for (const _ of sessions) order.push((await claimFrom(store)).session.session_id);
      expect(order).toEqual(['s1', 's3', 's2', 's0']);
      expect(await store.claim()).toMatchObject({ kind: 'wait' });
      await expectInStep(connections, sql, 'order');
    }));

  it('hold the limits of a fleet and of a provider exactly, with three workers that claim at once', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, {
        fleet_id: 'limits',
        at_once: 7,
        providers: { script: { at_once: 5 } },
        matrix: tasks(40),
      });
      const stores = await Promise.all([worker(), worker(), worker()]);
      const held: { readonly store: PgStore; readonly claim: Claim }[] = [];
      const claimAll = async (store: PgStore) => {
        for (let next = await store.claim(3); next.kind === 'claims'; next = await store.claim(3))
          held.push(...next.claims.map((claim) => ({ store, claim })));
      };
      const begun: string[] = [];
      while (begun.length < 40) {
        await Promise.all(stores.map(claimAll));
        expect(held.length).toBe(5);
        begun.push(...held.map(({ claim }) => claim.session.session_id));
        await Promise.all(held.splice(0).map(({ store, claim }) => store.end(claim, completed())));
      }
      expect(new Set(begun).size).toBe(40);
      expect(sql("select closed from ctx.fleet where id = 'limits'")).toBe('t');
      await expectInStep(connections, sql, 'limits');
    }));

  it('pass over a provider that is full, however many of its sessions wait in front', () =>
    within(async ({ connections, worker, sql }) => {
      const of = (agent: string) => ({ task: 'T.', model: 'script:hi.yaml', agent });
      const sessions = [
        ...Array.from({ length: 9 }, (_, at) => ({ ...of('codex'), session_id: `full-${at}` })),
        { ...of('gemini'), session_id: 'free' },
      ];
      await putIn(connections, {
        fleet_id: 'lanes',
        at_once: 9,
        providers: { codex: { at_once: 1 } },
        sessions,
      });
      const store = await worker();
      const first = await claimFrom(store);
      expect(first.session.session_id).toBe('full-0');
      expect((await claimFrom(store)).session.session_id).toBe('free');
      expect(await store.claim(3)).toMatchObject({ kind: 'wait' });
      // A place that an end gives back is taken in the same breath.
      const [, next] = await Promise.all([store.end(first, completed()), store.claim(3)]);
      expect(next).toMatchObject({ claims: [{ session: { session_id: 'full-1' } }] });
      await expectInStep(connections, sql, 'lanes');
    }));

  it('never reserve more money than the budget holds, and give back what is left over', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, {
        fleet_id: 'money',
        at_once: 20,
        budget: { max_usd: 10 },
        defaults: { model: 'script:hi.yaml', budget: { max_usd: 3 } },
        matrix: { tasks: Array.from({ length: 9 }, (_, at) => `T${at}.`) },
      });
      const stores = await Promise.all([worker(), worker(), worker()]);
      const claims = await Promise.all(stores.map((store) => claimFrom(store)));
      for (const store of stores) expect(await store.claim()).toMatchObject({ kind: 'wait' });
      expect(sql('select reserved_microusd from ctx.fleet')).toBe('9000000');
      const [store, claim] = [stores[0], claims[0]];
      if (store === undefined || claim === undefined) throw new Error('no claim');
      await store.end(claim, completed({ microusd: 1_000_000, tokens: 3 }));
      expect((await claimFrom(store)).session.session_id).not.toBe(claim.session.session_id);
      expect(sql('select spent_microusd, spent_tokens, reserved_microusd from ctx.fleet')).toBe(
        '1000000|3|9000000',
      );
      await expectInStep(connections, sql, 'money');
    }));

  it('end what waits where the budget pays for none of it', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, {
        fleet_id: 'poor',
        at_once: 4,
        budget: { max_usd: 3 },
        defaults: { model: 'script:hi.yaml', budget: { max_usd: 3 } },
        matrix: { tasks: ['A.', 'B.', 'C.'] },
      });
      const store = await worker();
      await store.end(await claimFrom(store), completed({ microusd: 1, tokens: 1 }));
      expect(await store.claim()).toEqual({ kind: 'none' });
      const { state } = await foldFleet(connections, 'poor');
      expect([...state.sessions.values()].map(({ ended }) => ended?.cause)).toEqual([
        'completed',
        'fleet_budget_spent',
        'fleet_budget_spent',
      ]);
      await expectInStep(connections, sql, 'poor');
    }));

  it('wait for a session’s time by the database’s clock, and take only what their labels allow', () =>
    within(async ({ connections, worker, sql }) => {
      const session = { task: 'T.', model: 'script:hi.yaml' };
      await putIn(connections, {
        fleet_id: 'later',
        at_once: 9,
        sessions: [
          { ...session, session_id: 'far', not_before: '2199-01-01T00:00:00Z' },
          { ...session, session_id: 'gpu', labels: ['gpu', 'linux'] },
        ],
      });
      const plain = await worker();
      expect(await plain.claim()).toMatchObject({ kind: 'wait' });
      const fit = await worker({ labels: ['linux', 'gpu', 'big'] });
      expect((await claimFrom(fit)).session.session_id).toBe('gpu');
      sql("update ctx.session set not_before = clock_timestamp() where id = 'far'");
      expect((await claimFrom(plain)).session.session_id).toBe('far');
    }));

  it('keep two fleets of one store apart, and a worker of one to that one', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'one', at_once: 1, matrix: tasks(2) });
      await putIn(connections, { fleet_id: 'two', at_once: 1, matrix: tasks(2) });
      const own = await worker({ fleet: 'two' });
      const claim = await claimFrom(own);
      expect(claim.session.session_id).toBe('two-1');
      expect(await own.claim()).toMatchObject({ kind: 'wait' });
      const any = await worker();
      expect((await claimFrom(any)).session.session_id).toBe('one-1');
      await own.end(claim, completed());
      expect((await claimFrom(any)).session.session_id).toBe('two-2');
      await expectInStep(connections, sql, 'one');
      await expectInStep(connections, sql, 'two');
      await expect(putIn(connections, { fleet_id: 'one' })).rejects.toMatchObject({ code: 'fleet_exists' });
      const taken = [{ session_id: 'one-1', task: 'T.', model: 'script:hi.yaml' }];
      await expect(putIn(connections, { fleet_id: 'three', sessions: taken })).rejects.toMatchObject({
        code: 'store_session_taken',
      });
      expect(sql('select count(*) from ctx.fleet')).toBe('2');
    }));

  it('try again for the causes that are named, and stop after so many failures', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, {
        fleet_id: 'again',
        at_once: 1,
        retry: { times: 1, on: ['timeout'], wait_seconds: 0 },
        stop_after_failures: 2,
        matrix: tasks(4),
      });
      const store = await worker();
      const ends: [string, number][] = [];
      for (const cause of ['timeout', 'timeout', 'model_error']) {
        const claim = await claimFrom(store);
        ends.push([claim.session.session_id, claim.attempt]);
        await store.end(claim, failedBy(cause));
      }
      expect(ends).toEqual([
        ['again-1', 1],
        ['again-1', 2],
        ['again-2', 1],
      ]);
      expect(await store.claim()).toEqual({ kind: 'none' });
      expect(sql('select stopped, failures, queued from ctx.fleet')).toBe('failures|2|2');
      await expectInStep(connections, sql, 'again');
    }));
});

it('tickets are one row for all workers: a burst at once, the rest later', () =>
  within(async ({ connections, worker }) => {
    await putIn(connections, {
      fleet_id: 'paced',
      at_once: 2,
      providers: { script: { calls_per_minute: 1, burst: 2 } },
      matrix: tasks(2),
    });
    const stores = [await worker(), await worker()];
    const claims = await Promise.all(stores.map((store) => claimFrom(store)));
    const waits: number[] = [];
    for (const at of [0, 1, 0, 1, 0]) {
      const [store, claim] = [stores[at], claims[at]];
      if (store !== undefined && claim !== undefined) waits.push(await store.ticket(claim, 'script'));
    }
    expect(waits.slice(0, 2)).toEqual([0, 0]);
    expect(waits[4]).toBeGreaterThan(60_000);
    expect(await stores[0]?.ticket(claims[0] ?? never(), 'openai')).toBe(0);
  }));

function never(): never {
  throw new Error('no claim');
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countsOf } from '../src/store/fleet-state.js';
import type { Claim } from '../src/store/fleet-store.js';
import type { Connections } from '../src/store/postgres/connections.js';
import type { PgStore } from '../src/store/postgres/pg-store.js';
import { foldFleet } from '../src/store/postgres/read-store.js';
import { type Postgres, startPostgres } from './postgres.js';
import {
  claimFrom,
  completed,
  failedBy,
  lines,
  putIn,
  setUp,
  type WorkerOptions,
  workerOf,
} from './postgres-fleet.js';

let server: Postgres;
let databases = 0;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.close();
});

/** A fresh database; what is opened in it is closed behind the test. */
async function within(
  test: (place: {
    readonly url: string;
    readonly connections: Connections;
    readonly worker: (options?: WorkerOptions) => Promise<PgStore>;
    readonly sql: (text: string) => string;
  }) => Promise<void>,
): Promise<void> {
  databases += 1;
  const name = `store${databases}`;
  const url = server.database(name);
  const connections = await setUp(url);
  const workers: PgStore[] = [];
  const worker = async (options: WorkerOptions = {}) => {
    const store = await workerOf(url, options);
    workers.push(store);
    return store;
  };
  try {
    await test({ url, connections, worker, sql: (text) => server.sql(text, name) });
  } finally {
    await Promise.all(workers.map((store) => store.close()));
    await connections.close();
  }
}

const tasks = (count: number) => ({
  tasks: Array.from({ length: count }, (_, at) => `Task ${at}.`),
  models: ['script:hi.yaml'],
});

/** The columns beside a fleet's chain say what its records say. */
async function expectInStep(
  connections: Connections,
  sql: (text: string) => string,
  id: string,
): Promise<void> {
  const { state, head } = await foldFleet(connections, id);
  const { queued, running } = countsOf(state);
  const columns =
    'head_seq, head_hash, queued, running, failures, spent_microusd, spent_tokens, reserved_microusd, reserved_tokens, closed';
  const { spent, reserved, failures, closed } = state;
  expect(sql(`select ${columns} from ctx.fleet where id = '${id}'`)).toBe(
    [
      head.seq,
      head.hash,
      queued,
      running,
      failures,
      spent.microusd,
      spent.tokens,
      reserved.microusd,
      reserved.tokens,
      closed ? 't' : 'f',
    ].join('|'),
  );
  const rows = [...state.sessions.values()]
    .map((one) => [one.queued.session_id, one.state, one.attempts, one.log, one.reserved.microusd].join('|'))
    .toSorted();
  const found = sql(
    `select id, state, attempts, log, reserved_microusd from ctx.session where fleet = '${id}'`,
  );
  expect(found.split('\n').toSorted()).toEqual(rows);
}

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
        for (let next = await store.claim(); next.kind === 'claim'; next = await store.claim())
          held.push({ store, claim: next.claim });
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

  it('keeps the last two snapshots of its files, whole, whatever their size', () =>
    within(async ({ connections, worker, sql }) => {
      await putIn(connections, { fleet_id: 'files' });
      const store = await worker();
      const log = store.sharedLog(await claimFrom(store));
      const large = new Uint8Array(9_000_000).map((_, at) => at % 251);
      await log.keepFiles('t1', new Uint8Array([1]));
      await log.keepFiles('t2', new Uint8Array());
      await log.keepFiles('t3', large);
      await log.keepFiles('t3', large);
      expect(await log.keptFiles('t1')).toBeUndefined();
      expect(await log.keptFiles('t2')).toHaveLength(0);
      expect(Buffer.compare((await log.keptFiles('t3')) ?? Buffer.alloc(0), large)).toBe(0);
      expect(sql("select count(*) from ctx.snapshot where tree = 't3'")).toBe('3');
      sql('update ctx.session set epoch = epoch + 1');
      await expect(log.keepFiles('t4', large)).rejects.toMatchObject({ code: 'lease_lost' });
      expect(sql('select count(distinct tree) from ctx.snapshot')).toBe('2');
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

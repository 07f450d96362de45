import { describe, expect, it } from 'vitest';
import { entriesOf, sealer } from '../../../test/postgres-fleet.js';
import { sealRecords } from '../seal-records.js';
import { appendToFleet, type FleetRow } from './fleet-row.js';
import { statementsFor } from './migrate.js';
import { knownVersion, migrations } from './migrations.js';

const limits = { at_once: 2, providers: [], retry: { times: 0, on: [], wait_ms: 0 }, max_tokens: 9 };

describe('the statements of a migration', () => {
  it('are those of the versions that are missing, each with what it leaves behind', () => {
    const [first, ...others] = statementsFor(0, { work: [], read: [] });
    expect(first).toBe(migrations[0]?.sql);
    expect(others[0]).toContain(`values (${migrations[0]?.version}, ${migrations[0]?.worksFrom})`);
    expect(statementsFor(knownVersion, { work: [], read: [] })).toEqual([]);
  });

  it('name a role as it is called, whatever is in its name', () => {
    const wild = `a"; drop table ctx.fleet; -- $& $'`;
    const [work = '', read = ''] = statementsFor(knownVersion, { work: [wild], read: [wild] });
    const quoted = `to "a""; drop table ctx.fleet; -- $& $'";`;
    expect(work.split(quoted)).toHaveLength(6);
    expect(read.split(quoted)).toHaveLength(3);
    // A worker's role changes and removes no record.
    expect(work).not.toMatch(/(?:update|delete) on [^;]*\bctx\.(?:record|fleet_record)\b/);
    expect(read).not.toMatch(/insert|update|delete/);
  });

  it('never change a version that was released: each knows from which on a program can work with it', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, at) => at + 1));
    for (const { version, worksFrom } of migrations) expect(worksFrom).toBeLessThanOrEqual(version);
  });
});

describe('records that go into a fleet’s chain', () => {
  it('are sealed behind its head by the database’s clock, in one statement with where the fleet stands', async () => {
    const sessions = [{ session_id: 's', task: 'T.', model: 'script:hi.yaml' }];
    const before = sealRecords(await entriesOf({ fleet_id: 'f', sessions }), undefined, {
      ...sealer,
      now: () => 0,
    });
    const { seq, hash, at } = before.at(-1)?.record ?? { seq: 0, hash: '', at: '' };
    const fleet: FleetRow = {
      id: 'f',
      head: { seq, hash, at },
      limits,
      spent: { microusd: 0, tokens: 0 },
      reserved: { microusd: 0, tokens: 0 },
      queued: 1,
      running: 0,
      failures: 0,
      stopped: undefined,
      cancelled: false,
      closed: false,
      now: 1_700_000_000_000,
    };
    const sent: (readonly unknown[])[] = [];
    const records = appendToFleet(
      { send: (_text, values = []) => void sent.push(values) },
      fleet,
      sealer,
      [
        { type: 'fleet.stopped', body: { reason: 'failures' } },
        { type: 'fleet.resumed', body: { owner: 'me' } },
      ],
      { queued: 0, stopped: 'failures' },
      new Map([['p', -1]]),
    );
    expect(records.map((record) => [record.seq, record.at])).toEqual([
      [2, '2023-11-14T22:13:20.000Z'],
      [3, '2023-11-14T22:13:20.000Z'],
    ]);
    expect(records[0]?.prev).toBe(hash);
    expect(records[1]?.prev).toBe(records[0]?.hash);
    const [[id, seqs, written, providers, more, ...row] = []] = sent;
    expect([id, seqs, providers, more]).toEqual(['f', [2, 3], ['p'], [-1]]);
    expect(Array.isArray(written) && written.every((line) => !String(line).includes('\n'))).toBe(true);
    expect(row.slice(0, 3)).toEqual([3, records[1]?.hash, '2023-11-14T22:13:20.000Z']);
    expect(row.slice(4)).toEqual([null, 9, 0, 0, 0, 0, 0, 0, 0, 'failures', false, false]);
  });
});

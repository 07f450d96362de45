import { describe, expect, it } from 'vitest';
import { entriesOf, sealer } from '../../../test/postgres-fleet.js';
import { sealRecords } from '../seal-records.js';
import { fleetRow, limitsIn } from './fleet-row.js';
import { bytesOf, numberOf, numberOrNone, textOf, textOrNone, textsOf, truthOf } from './rows.js';
import { queuedIn, sessionRow } from './session-row.js';

const amounts = (name: string) => ({ [`${name}_microusd`]: '9007199254740991', [`${name}_tokens`]: '7' });
const limits = { at_once: 2, providers: [], retry: { times: 0, on: [], wait_ms: 0 } };

const fleetColumns = {
  id: 'f',
  head_seq: 3,
  head_hash: 'h',
  head_at: '2026-01-01T00:00:00.000Z',
  limits: JSON.stringify(limits),
  ...amounts('spent'),
  ...amounts('reserved'),
  queued: 1,
  running: 2,
  failures: 0,
  stopped: null,
  cancelled: false,
  closed: true,
  now: '1700000000000',
};

const sessionColumns = {
  id: 's',
  fleet: 'f',
  provider: 'p',
  state: 'queued',
  cancelled: false,
  attempts: 0,
  takeovers: 0,
  epoch: 1,
  ...amounts('most'),
  ...amounts('reserved'),
  ...amounts('log_spent'),
  log: 's',
  logs: 0,
  log_ended: false,
  head_seq: -1,
  head_hash: 'h',
};

describe('a row of the store', () => {
  it('is read by the type of each column; numbers of 64 bits come as texts', () => {
    expect(fleetRow(fleetColumns)).toMatchObject({
      head: { seq: 3, hash: 'h' },
      limits,
      spent: { microusd: Number.MAX_SAFE_INTEGER, tokens: 7 },
      stopped: undefined,
      closed: true,
      now: 1_700_000_000_000,
    });
    expect(sessionRow(sessionColumns)).toMatchObject({ id: 's', headSeq: -1, most: { tokens: 7 } });
    expect(textOrNone({ a: null }, 'a')).toBeUndefined();
    expect(numberOrNone({ a: null }, 'a')).toBeUndefined();
    expect(numberOrNone({ a: '5' }, 'a')).toBe(5);
    expect(textsOf({ a: ['x', 'y'] }, 'a')).toEqual(['x', 'y']);
    expect([...bytesOf({ a: Buffer.from([1, 2]) }, 'a')]).toEqual([1, 2]);
  });

  it.each<readonly [string, () => unknown]>([
    ['a text that is none', () => textOf({ a: 1 }, 'a')],
    ['a column that is not there', () => textOf({}, 'a')],
    ['a number that is none', () => numberOf({ a: 'x' }, 'a')],
    ['an empty number', () => numberOf({ a: '' }, 'a')],
    ['neither true nor false', () => truthOf({ a: 't' }, 'a')],
    ['no bytes', () => bytesOf({ a: 'x' }, 'a')],
    ['a list with something else in it', () => textsOf({ a: ['x', 1] }, 'a')],
    ['a session in no state', () => sessionRow({ ...sessionColumns, state: 'gone' })],
    ['a fleet that nothing stops so', () => fleetRow({ ...fleetColumns, stopped: 'rain' })],
    ['limits that are none', () => limitsIn('{"at_once":0}')],
    ['limits that are no JSON', () => limitsIn('{')],
  ])('is refused: %s', (_, read) => {
    expect(read).toThrow();
  });

  it('of a session that waits leads to its own record, whole, and to no other', async () => {
    const sealing = { ...sealer, now: () => 0 };
    const sessions = [{ session_id: 's', task: 'T.', model: 'script:hi.yaml' }];
    const sealed = sealRecords(await entriesOf({ fleet_id: 'f', sessions }), undefined, sealing);
    const [opened = '', queued = ''] = sealed.map(({ line }) => line.slice(0, -1));
    const read = (line: string, more = {}) =>
      queuedIn({ ...sessionColumns, queued_seq: 1, line, ...more }, sealing.shapes);
    expect(read(queued)).toMatchObject({ session_id: 's', priority: 0 });
    const lies = [opened, '{}', 'null', 'no JSON', queued.replace('"priority":0', '"priority":9')];
    for (const line of lies)
      expect(() => read(line)).toThrow(expect.objectContaining({ code: 'fleet_broken' }));
    expect(() => read(queued, { id: 'other' })).toThrow(expect.objectContaining({ code: 'fleet_broken' }));
    expect(() => read(queued, { queued_seq: 2 })).toThrow(expect.objectContaining({ code: 'fleet_broken' }));
  });
});

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { portOf } from '../../../test/ports.js';
import { completed, connectionsTo, lines, sealer } from '../../../test/postgres-fleet.js';
import { refusingPort } from '../../../test/refusing-port.js';
import { shownFleets } from '../../dashboard/fleets.js';
import { storeFleets } from '../../dashboard/store-fleets.js';
import type { Claim } from '../fleet-store.js';
import { Connections } from './connections.js';
import { Desk } from './desk.js';
import { Leases } from './leases.js';
import { PgStore } from './pg-store.js';
import { foldFleet } from './read-store.js';
import { sharedLog } from './shared-log.js';
import { storeAddress } from './store-address.js';
import { cancelIn, resumeIn } from './wishes.js';

/** An address of loopback at which somebody does this with whoever comes; nobody is there where nothing is given. */
async function address(come?: (socket: Socket) => void): Promise<string> {
  if (come === undefined) return `127.0.0.1:${await refusingPort()}`;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    come(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${portOf(server)}`;
}

const queued = { session_id: 's', priority: 0, provider: 'p', most: { microusd: 0, tokens: 0 }, runs: [] };
const claim: Claim = { session: queued, log: 's', attempt: 1, begun: false, lost: false, epoch: 1 };
const limits = { at_once: 1, providers: [], retry: { times: 0, on: [], wait_ms: 0 } };

function storeAt(
  places: string,
  given: { readonly patienceMs: number; readonly now: () => number },
): PgStore {
  return new PgStore({
    address: storeAddress(`postgres://${places}/x`),
    sealer,
    worker: { id: 'w', owner: 'h/1', host: 'h', pid: 1, version: '0', slots: 2, labels: [] },
    leaseMs: 10_000,
    wait: async () => {},
    ...given,
  });
}

describe('a store that cannot be reached', () => {
  it.each<readonly [string, ((socket: Socket) => void) | undefined]>([
    ['where nobody listens', undefined],
    ['that hangs up', (socket) => void socket.destroy()],
    ['that speaks another language', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('%s says so, whatever is asked of it', async (_, come) => {
    const connections = connectionsTo(`postgres://${await address(come)}/x`);
    const wishing = { connections, sealer, fleet: 'f' };
    for (const asked of [
      connections.rows('select 1'),
      foldFleet(connections, 'f'),
      cancelIn(wishing, []),
      resumeIn(wishing, 'me', {}),
    ])
      await expect(asked).rejects.toMatchObject({ code: 'store_unreachable' });
    await connections.close();
  });

  it('is looked for at each of its hosts in turn', async () => {
    const asked: string[] = [];
    const places = await Promise.all(
      ['a', 'b'].map((name) =>
        address((socket) => {
          asked.push(name);
          socket.destroy();
        }),
      ),
    );
    const connections = new Connections({
      address: storeAddress(`postgres://${places.join(',')}/x`),
      name: 'test',
      most: 1,
      timeoutMs: 5000,
    });
    await expect(connections.rows('select 1')).rejects.toMatchObject({ code: 'store_unreachable' });
    expect(new Set(asked)).toEqual(new Set(['a', 'b']));
    await connections.close();
  });

  it('lets a worker wait for as long as its patience lasts, and no longer', async () => {
    let time = 0;
    const store = storeAt(await address(), { patienceMs: 5000, now: () => time });
    expect(await store.claim()).toEqual({ kind: 'wait', ms: 1000 });
    expect(await store.beat()).toEqual({ cancelled: [], lost: [] });
    time = 5001;
    await expect(store.claim()).rejects.toMatchObject({ code: 'store_unreachable' });
    await expect(store.beat()).rejects.toMatchObject({ code: 'store_unreachable' });
    await expect(store.open()).rejects.toMatchObject({ code: 'store_unreachable' });
    expect(store.id).toBe('w');
    store.drain();
    // It cannot sign off, and ends all the same.
    await store.close();
  });

  it('hands neither ends in nor sessions out: whoever waits hears of it', async () => {
    const connections = connectionsTo(`postgres://${await address()}/x`);
    const claimer = { worker: 'w', owner: 'h/1', labels: [], fleet: undefined, leaseMs: 1000, now: () => 0 };
    const desk = new Desk(connections, sealer, claimer);
    const held = { claim, fleet: 'f', limits, confirmed: 0 };
    for (const asked of [desk.end(held, completed()), desk.claim(2), desk.claim(1)])
      await expect(asked).rejects.toMatchObject({ code: 'store_unreachable' });
    await connections.close();
  });

  it('is tried again while the lease could hold; then the session is lost, and nothing is written any more', async () => {
    const connections = connectionsTo(`postgres://${await address()}/x`);
    let time = 0;
    const leases = new Leases(1000, () => time);
    leases.hold({ claim, fleet: 'f', limits, confirmed: 0 });
    let tries = 0;
    const log = sharedLog(claim, {
      connections,
      leases,
      persist: async (held, work) => {
        for (;;) {
          tries += 1;
          try {
            return await work();
          } catch {
            time += 400;
            if (leases.isPast(held)) throw leases.lose(held);
          }
        }
      },
    });
    await expect(log.commit(lines(2))).rejects.toMatchObject({ code: 'lease_lost' });
    expect(tries).toBe(3);
    for (const asked of [
      () => log.commit([]),
      () => log.keepFiles('t', new Uint8Array(), []),
      () => log.keptFiles('t'),
    ])
      await expect(asked()).rejects.toMatchObject({ code: 'lease_lost' });
    expect(() => log.load()).toThrow(expect.objectContaining({ code: 'lease_lost' }));
    expect(leases.heardOfLost()).toEqual(['s']);
    await connections.close();
  });

  it('is named beside the fleets that are files, and hides none of them', async () => {
    const connections = connectionsTo(`postgres://${await address()}/x`);
    const source = storeFleets({ statements: connections, shown: connections.shown, now: () => 0 });
    expect(await shownFleets([source], () => 0).list()).toEqual({
      fleets: [],
      unreadable: [],
      store_fault: 'store_unreachable',
    });
    await connections.close();
  });
});

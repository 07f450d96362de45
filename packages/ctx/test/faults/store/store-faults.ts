// The faults that a fleet in a database must survive: each is one disturbance of the same fleet, with its own servers around it.

import { setTimeout as wait } from 'node:timers/promises';
import { type Postgres, startPostgres } from '../../postgres.js';
import type { Finding } from './findings.js';
import { disturbed, leaseSeconds, type SharedFleet } from './shared-fleet.js';
import { canMount, smallDisk } from './small-disk.js';
import { primarySettings, promote, synchronousStandby } from './standby.js';
import { type TcpProxy, tcpProxy } from './tcp-proxy.js';

export interface Trying {
  readonly program: string;
  /** In [0, 1). */
  readonly random: () => number;
}

export type StoreFault = (trying: Trying) => Promise<Finding>;

/** Longer than a lease, so that others take over. */
const pastLeaseMs = (leaseSeconds + 2) * 1000;
const hour = 3_600_000;

const settings = ['fsync = on', 'restart_after_crash = on'];

export const storeFaults: Readonly<Record<string, StoreFault>> = {
  'workers killed with -9': (trying) =>
    onServer(trying, async (fleet) => {
      for (let kills = 0; kills < 3; kills++) {
        await fleet.untilEffects(3 + kills * 7);
        one(fleet, trying)?.child.kill('SIGKILL');
        fleet.newWorker();
      }
    }),
  'a worker frozen past its lease wakes up': (trying) =>
    onServer(trying, async (fleet) => {
      await fleet.untilEffects(2 + Math.floor(trying.random() * 6));
      const frozen = one(fleet, trying);
      frozen?.child.kill('SIGSTOP');
      await wait(pastLeaseMs);
      frozen?.child.kill('SIGCONT');
    }),
  'database restarted': (trying) =>
    onServer(trying, async (fleet, server) => {
      await fleet.untilEffects(5);
      await server.stop('fast');
      await wait(500);
      await server.start();
    }),
  'database crashed (immediate)': (trying) =>
    onServer(trying, async (fleet, server) => {
      for (const at of [4, 12]) {
        await fleet.untilEffects(at);
        await server.stop('immediate');
        await server.start();
      }
    }),
  'answers of commits lost': (trying) =>
    throughProxy(trying, async (fleet, proxy) => {
      for (const at of [1, 5, 9, 13, 17]) {
        await fleet.untilEffects(at);
        proxy.loseAnswers(2);
      }
      if (proxy.lost === 0) throw new Error('no answer was lost');
    }),
  'connections cut': (trying) =>
    throughProxy(trying, async (fleet, proxy) => {
      for (const at of [2, 6, 10, 14, 18]) {
        await fleet.untilEffects(at);
        proxy.cut();
      }
    }),
  'connection slow (300 ms a way)': (trying) =>
    throughProxy(trying, async (fleet, proxy) => {
      await fleet.untilEffects(3);
      proxy.delay(300);
      await fleet.untilEffects(15);
      proxy.delay(0);
    }),
  'database out of reach for longer than a lease': (trying) =>
    throughProxy(trying, async (fleet, proxy) => {
      await fleet.untilEffects(5);
      proxy.delay(2 * pastLeaseMs);
      await wait(pastLeaseMs);
      proxy.delay(0);
      proxy.cut();
    }),
  'failover to a synchronous replica': failover,
  'disk of the database full': fullDisk,
  'two fleets in one store, a worker killed': (trying) =>
    onServer(
      trying,
      async (fleet) => {
        await fleet.untilEffects(8);
        one(fleet, trying)?.child.kill('SIGKILL');
        fleet.newWorker();
      },
      { fleets: ['f', 'g'] },
    ),
  'fleet cancelled': (trying) =>
    onServer(trying, async (fleet) => {
      await fleet.untilEffects(5);
      const { machines, boss, url } = fleet;
      await machines.call(boss, ['fleet', 'cancel', 'f', '--store', url]);
    }),
  'clocks of workers off by hours, one killed': (trying) =>
    onServer(
      trying,
      async (fleet) => {
        await fleet.untilEffects(6);
        one(fleet, trying)?.child.kill('SIGKILL');
        fleet.newWorker();
      },
      { shiftsMs: [-5 * hour, 0, 7 * hour] },
    ),
};

interface More {
  readonly fleets?: readonly string[];
  readonly shiftsMs?: readonly number[];
}

async function onServer(
  { program }: Trying,
  disturb: (fleet: SharedFleet, server: Postgres) => Promise<void>,
  more: More = {},
): Promise<Finding> {
  const server = await startPostgres({ settings });
  try {
    return await disturbed({ program, server, url: server.url, ...more }, (fleet) => disturb(fleet, server));
  } finally {
    await server.close();
  }
}

async function throughProxy(
  { program }: Trying,
  disturb: (fleet: SharedFleet, proxy: TcpProxy) => Promise<void>,
): Promise<Finding> {
  const server = await startPostgres({ settings });
  const proxy = await tcpProxy(server.port);
  try {
    const url = server.url.replace(`:${server.port}/`, `:${proxy.port}/`);
    return await disturbed({ program, server, url }, (fleet) => disturb(fleet, proxy));
  } finally {
    await proxy.close();
    await server.close();
  }
}

async function failover({ program }: Trying): Promise<Finding> {
  const primary = await startPostgres({ settings: [...settings, ...primarySettings] });
  const standby = await synchronousStandby(primary);
  try {
    const url = primary.url.replace(`:${primary.port}/`, `:${primary.port},127.0.0.1:${standby.port}/`);
    return await disturbed({ program, server: standby, url }, async (fleet) => {
      await fleet.untilEffects(6);
      await primary.stop('immediate');
      promote(standby);
    });
  } finally {
    await standby.close();
    await primary.close();
  }
}

async function fullDisk({ program }: Trying): Promise<Finding> {
  if (!canMount) throw new Error('only root can mount a small disk');
  const disk = smallDisk(140);
  const small = ['min_wal_size = 32MB', 'max_wal_size = 48MB', 'wal_recycle = off'];
  const server = await startPostgres({ settings: [...settings, ...small], folder: disk.folder });
  try {
    return await disturbed({ program, server, url: server.url }, async (fleet) => {
      await fleet.untilEffects(5);
      const before = refusals(server);
      disk.fill();
      await wait(pastLeaseMs);
      const after = isUp(server) ? refusals(server) : Infinity;
      disk.free();
      if (after === before) throw new Error('the disk was full, and nobody came to know');
      // It may have given up for want of room: then somebody starts it again.
      if (!isUp(server)) {
        await server.stop('immediate');
        await server.start();
      }
    });
  } finally {
    await server.stop('immediate');
    disk.close();
  }
}

/** Transactions that the server took back; 53100 is one of them. */
function refusals(server: Postgres): number {
  return Number(server.sql("select xact_rollback from pg_stat_database where datname = 'ctx'"));
}

function isUp(server: Postgres): boolean {
  try {
    return server.sql('select 1') === '1';
  } catch {
    return false;
  }
}

/** Any of the workers that run. */
function one(fleet: SharedFleet, { random }: Trying) {
  const all = fleet.workers();
  return all[Math.floor(random() * all.length)];
}

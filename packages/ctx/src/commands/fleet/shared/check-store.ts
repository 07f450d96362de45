// A shared store looked at: each check with its state, and what to do.

import type { Services } from '../../../cli/command.js';
import { healthOf, missingRights, type SeenWorker, silentMs } from '../../../store/postgres/health.js';
import { outOfStep } from '../../../store/postgres/in-step.js';
import { fleetIds } from '../../../store/postgres/read-store.js';
import { counted } from '../../../text/counted.js';
import { type OpenStore, withStore } from './open-store.js';

export interface StoreCheck {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly says: string;
  readonly fix?: string;
}

/** More than this and a person would wonder about the times in logs; nothing breaks. */
const farMs = 60_000;
/** The newest ones: a store may have thousands. */
const mostFolded = 20;

export interface CheckedStore {
  readonly store: string;
  readonly checks: StoreCheck[];
  readonly workers: SeenWorker[];
}

export function checkStore(url: string, services: Services): Promise<CheckedStore> {
  return withStore(url, services, checked);
}

async function checked({ connections, address }: OpenStore): Promise<CheckedStore> {
  const health = await healthOf(connections, () => Date.now());
  const { workers, unsafe, clockMs, expired, unservable, waiting } = health;
  const rights = await missingRights(connections);
  const alive = workers.filter(({ silent_ms }) => silent_ms < silentMs);
  const silent = workers.length - alive.length;
  const wrong = await wrongColumns(connections);
  const isPlain = !health.isEncrypted && address.sslmode !== 'disable';
  const checks: StoreCheck[] = [
    ok('answers', `PostgreSQL ${health.server} in ${health.answerMs.toFixed(0)} ms`),
    isPlain
      ? {
          check: 'encrypted',
          state: 'failed',
          says: 'the connection is not encrypted',
          fix: 'Check what is in between, such as a proxy: sslmode asks for TLS.',
        }
      : ok('encrypted', health.isEncrypted ? 'TLS' : 'no: this machine alone, or sslmode=disable'),
    rights.length === 0
      ? ok('rights', 'this user may work')
      : {
          check: 'rights',
          state: 'warning',
          says: `this user may only look: it lacks ${rights.join(', ')}`,
          fix: 'Grant them: `ctx fleet migrate --work-role USER`.',
        },
    unsafe.length === 0
      ? ok('durable', 'a commit survives a crash')
      : {
          check: 'durable',
          state: 'failed',
          says: `${unsafe.join(', ')}: a crash may lose what was acknowledged`,
          fix: 'Set it to on in postgresql.conf.',
        },
    Math.abs(clockMs) < farMs
      ? ok('clock', 'its clock and ours agree')
      : {
          check: 'clock',
          state: 'warning',
          says: `its clock is ${Math.round(clockMs / 1000)} s from ours`,
          fix: 'Leases go by the database’s clock; set this machine’s, so that times in logs can be compared.',
        },
    workers.length === 0 && waiting > 0
      ? {
          check: 'workers',
          state: 'warning',
          says: `none, and ${counted(waiting, 'fleet')} waiting`,
          fix: 'Start one: `ctx fleet work`.',
        }
      : silent === 0
        ? ok('workers', `${alive.length} at work`)
        : {
            check: 'workers',
            state: 'warning',
            says: `${alive.length} at work, ${silent} not heard of`,
            fix: 'Look at those machines; what they had is taken over.',
          },
    expired === 0
      ? ok('leases', 'none ran out')
      : {
          check: 'leases',
          state: 'warning',
          says: `${counted(expired, 'session')} with a lease that ran out`,
          fix: 'A worker with a free slot takes them over: `ctx fleet work`.',
        },
    unservable === 0
      ? ok('labels', 'some worker has them all')
      : {
          check: 'labels',
          state: 'warning',
          says: `${counted(unservable, 'session')} asking for labels that no worker has`,
          fix: 'Start one with them: `ctx fleet work --label WORD`.',
        },
    wrong.length === 0
      ? ok('records', 'chains hold, and the columns say what the records say')
      : {
          check: 'records',
          state: 'failed',
          says: `something changed the tables by hand: ${wrong.join(', ')}`,
          fix: 'Do not rely on these fleets; `ctx fleet export` says what holds.',
        },
  ];
  return { store: connections.shown, checks, workers: [...workers] };
}

function ok(check: string, says: string): StoreCheck {
  return { check, state: 'ok', says };
}

async function wrongColumns(connections: OpenStore['connections']): Promise<string[]> {
  const wrong: string[] = [];
  for (const id of (await fleetIds(connections)).slice(0, mostFolded)) {
    const column = await outOfStep(connections, id);
    if (column !== undefined) wrong.push(`${id} (${column})`);
  }
  return wrong;
}

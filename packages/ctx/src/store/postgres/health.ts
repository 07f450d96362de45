// How a store is: whether it keeps what it is told, how far its clock is from ours, who works on it, and what nobody does.

import type { Connections } from './connections.js';
import { numberOf, textOf, textsOf, truthOf } from './rows.js';

export interface StoreHealth {
  /** As the server names itself. */
  readonly server: string;
  readonly isEncrypted: boolean;
  /** Settings that a commit's safety hangs on, where they are not as they should be. */
  readonly unsafe: readonly string[];
  /** The database's clock before ours, in milliseconds; roughly. */
  readonly clockMs: number;
  /** How long one statement took. */
  readonly answerMs: number;
  readonly workers: readonly SeenWorker[];
  /** Sessions whose worker let its lease run out. */
  readonly expired: number;
  /** Sessions that could begin and ask for labels that no worker has. */
  readonly unservable: number;
  /** Fleets with sessions that wait, which nobody stopped. */
  readonly waiting: number;
  readonly bytes: number;
}

export interface SeenWorker {
  readonly worker_id: string;
  readonly host: string;
  readonly version: string;
  readonly slots: number;
  readonly running: number;
  readonly labels: string[];
  readonly draining: boolean;
  /** Since it was last heard of. */
  readonly silent_ms: number;
}

/** Those that were not heard of for so long are gone, or cut off. */
export const silentMs = 30_000;

export async function healthOf(connections: Connections, now: () => number): Promise<StoreHealth> {
  const before = now();
  const [about] = await connections.rows(
    `select current_setting('server_version') as server, (extract(epoch from clock_timestamp()) * 1000)::bigint as now,
       coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted,
       array_remove(array[
         case when current_setting('fsync') = 'off' then 'fsync = off' end,
         case when current_setting('synchronous_commit') = 'off' then 'synchronous_commit = off' end,
         case when current_setting('full_page_writes') = 'off' then 'full_page_writes = off' end], null) as unsafe,
       (select coalesce(sum(pg_total_relation_size(c.oid)), 0) from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'ctx' and c.relkind = 'r') as bytes`,
  );
  const after = now();
  const workers = await seenWorkers(connections);
  const labels = workers.filter(({ silent_ms }) => silent_ms < silentMs).map((worker) => worker.labels);
  const [work] = await connections.rows(
    `select (select count(*) from ctx.session where state = 'running' and lease_until < clock_timestamp()) as expired,
       (select count(*) from ctx.fleet where queued > 0 and stopped is null) as waiting,
       (select count(*) from ctx.session s join ctx.fleet f on f.id = s.fleet where s.state = 'queued' and f.stopped is null and s.labels <> '{}'
          and not exists (select 1 from unnest($1::text[]) as w (labels) where s.labels <@ string_to_array(w.labels, ','))) as unservable`,
    [labels.map((some) => some.join(','))],
  );
  if (about === undefined || work === undefined) throw new TypeError('the server gave no row');
  return {
    server: textOf(about, 'server'),
    isEncrypted: truthOf(about, 'is_encrypted'),
    unsafe: textsOf(about, 'unsafe'),
    clockMs: numberOf(about, 'now') - (before + after) / 2,
    answerMs: after - before,
    workers,
    expired: numberOf(work, 'expired'),
    waiting: numberOf(work, 'waiting'),
    unservable: numberOf(work, 'unservable'),
    bytes: numberOf(about, 'bytes'),
  };
}

export async function seenWorkers(connections: Connections): Promise<SeenWorker[]> {
  const rows = await connections.rows(
    `select id, host, version, slots, running, labels, draining, (extract(epoch from clock_timestamp() - seen_at) * 1000)::bigint as silent_ms
       from ctx.worker order by host, id`,
  );
  return rows.map((row) => ({
    worker_id: textOf(row, 'id'),
    host: textOf(row, 'host'),
    version: textOf(row, 'version'),
    slots: numberOf(row, 'slots'),
    running: numberOf(row, 'running'),
    labels: textsOf(row, 'labels'),
    draining: truthOf(row, 'draining'),
    silent_ms: Math.max(0, numberOf(row, 'silent_ms')),
  }));
}

/** What this user may not do, of what a worker has to. */
export async function missingRights(connections: Connections): Promise<string[]> {
  const needed = [
    ['fleet', 'INSERT'],
    ['fleet', 'UPDATE'],
    ['fleet_record', 'INSERT'],
    ['session', 'UPDATE'],
    ['record', 'INSERT'],
    ['snapshot', 'DELETE'],
    ['worker', 'INSERT'],
  ] as const;
  const rows = await connections.rows(
    `select x.name || ' ' || x.what as missing from unnest($1::text[], $2::text[]) as x (name, what)
       where not has_table_privilege('ctx.' || x.name, x.what)`,
    [needed.map(([name]) => name), needed.map(([, what]) => what)],
  );
  return rows.map((row) => textOf(row, 'missing').toLowerCase());
}

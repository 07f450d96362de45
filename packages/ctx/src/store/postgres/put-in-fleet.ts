// A fleet put into a store with all its sessions: all of it is there, or nothing.

import { fail } from '../../protocol/codes.js';
import { genesis } from '../../protocol/records/format.js';
import type { FleetRecord, FleetRecordOf } from '../fleet-records.js';
import { type FleetEntry, sealRecords } from '../seal-records.js';
import type { Connections, Statements } from './connections.js';
import { nowMs, type Sealer } from './fleet-row.js';
import { numberOf, textOf } from './rows.js';

/** Of one statement. */
const atOnce = 500;
/** Any number, always the same. */
const putInLock = 7_116_109;

export async function putInFleet(
  connections: Connections,
  sealer: Sealer,
  entries: readonly FleetEntry[],
): Promise<readonly FleetRecord[]> {
  return connections.transaction(async (within) => {
    const [clock] = await within.rows(`select ${nowMs} as now`);
    const time = clock === undefined ? 0 : numberOf(clock, 'now');
    const sealed = sealRecords(entries, undefined, { ...sealer, now: (last = 0) => Math.max(time, last) });
    const records = sealed.map(({ record }) => record);
    const [opened] = records;
    const last = records.at(-1);
    if (opened?.type !== 'fleet.opened' || last === undefined)
      throw new TypeError('a fleet begins with fleet.opened');
    const queued = records.filter((record) => record.type === 'session.queued');
    // Two who put in the same at once do it one after the other, and the second is refused.
    await within.rows('select pg_advisory_xact_lock($1)', [putInLock]);
    await requireNew(within, opened.fleet_id, queued, connections.shown);
    const { limits, fleet_id } = opened;
    await within.rows(
      `insert into ctx.fleet (id, head_seq, head_hash, head_at, limits, at_once, max_microusd, max_tokens, queued)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        fleet_id,
        last.seq,
        last.hash,
        last.at,
        JSON.stringify(limits),
        limits.at_once,
        limits.max_microusd ?? null,
        limits.max_tokens ?? null,
        queued.length,
      ],
    );
    for (const some of inPieces(sealed))
      await within.rows(
        'insert into ctx.fleet_record (fleet, seq, line) select $1, x.seq, x.line from unnest($2::int[], $3::text[]) as x (seq, line)',
        [fleet_id, some.map(({ record }) => record.seq), some.map(({ line }) => line.slice(0, -1))],
      );
    await putInLanes(within, fleet_id, queued, limits);
    for (const some of inPieces(queued)) await putInSessions(within, fleet_id, some);
    return records;
  });
}

type Queued = FleetRecordOf<'session.queued'>;

async function requireNew(
  within: Statements,
  id: string,
  queued: readonly Queued[],
  shown: string,
): Promise<void> {
  const there = await within.rows('select id from ctx.fleet where id = $1', [id]);
  if (there.length > 0) throw fail('fleet_exists', { operation: 'create', target: `${shown} (${id})` });
  const [taken] = await within.rows('select id, fleet from ctx.session where id = any ($1::text[]) limit 1', [
    queued.map(({ session_id }) => session_id),
  ]);
  if (taken !== undefined)
    throw fail('store_session_taken', {
      operation: 'create',
      target: textOf(taken, 'id'),
      fleet: textOf(taken, 'fleet'),
    });
}

async function putInLanes(
  within: Statements,
  fleet: string,
  queued: readonly Queued[],
  { providers }: FleetRecordOf<'fleet.opened'>['limits'],
): Promise<void> {
  const names = [
    ...new Set([...queued.map(({ provider }) => provider), ...providers.map(({ provider }) => provider)]),
  ];
  const limitOf = (name: string) => providers.find(({ provider }) => provider === name)?.at_once ?? null;
  await within.rows(
    'insert into ctx.lane (fleet, provider, at_once) select $1, x.provider, x.at_once from unnest($2::text[], $3::int[]) as x (provider, at_once)',
    [fleet, names, names.map(limitOf)],
  );
  await within.rows('insert into ctx.bucket (fleet, provider) select $1, x from unnest($2::text[]) as x', [
    fleet,
    names,
  ]);
}

async function putInSessions(within: Statements, fleet: string, queued: readonly Queued[]): Promise<void> {
  await within.rows(
    `insert into ctx.session (id, fleet, place, queued_seq, provider, priority, labels, not_before, most_microusd, most_tokens, log, head_hash)
       select x.id, $1, x.seq, x.seq, x.provider, x.priority, string_to_array(x.labels, ',') , coalesce(x.not_before::timestamptz, '-infinity'), x.usd, x.tokens, x.id, $2
       from unnest($3::text[], $4::int[], $5::text[], $6::int[], $7::text[], $8::text[], $9::bigint[], $10::bigint[])
         as x (id, seq, provider, priority, labels, not_before, usd, tokens)`,
    [
      fleet,
      genesis,
      queued.map(({ session_id }) => session_id),
      queued.map(({ seq }) => seq),
      queued.map(({ provider }) => provider),
      queued.map(({ priority }) => priority),
      queued.map(({ labels = [] }) => labels.join(',')),
      queued.map(({ not_before }) => not_before ?? null),
      queued.map(({ most }) => most.microusd),
      queued.map(({ most }) => most.tokens),
    ],
  );
}

function inPieces<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, n) =>
    all.slice(n * atOnce, (n + 1) * atOnce),
  );
}

// The tables of a shared store, version by version. A migration that was released is never changed. `worksFrom` is the oldest version that a
// program may know and still work with the tables as they are then: additions keep it, so workers of the version before survive.

export interface Migration {
  readonly version: number;
  readonly worksFrom: number;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  {
    version: 1,
    worksFrom: 1,
    sql: `
create schema if not exists ctx;

create table ctx.store (
  only_one boolean primary key default true check (only_one),
  version integer not null,
  works_from integer not null
);

-- A fleet: the head of its own chain, and where it stands. Changed only by who has locked the row.
create table ctx.fleet (
  id text primary key,
  put_in bigint generated always as identity,
  head_seq integer not null,
  head_hash text not null,
  head_at text not null,
  limits text not null,
  at_once integer not null,
  max_microusd bigint,
  max_tokens bigint,
  spent_microusd bigint not null default 0,
  spent_tokens bigint not null default 0,
  reserved_microusd bigint not null default 0,
  reserved_tokens bigint not null default 0,
  queued integer not null default 0 check (queued >= 0),
  running integer not null default 0 check (running >= 0),
  failures integer not null default 0,
  stopped text,
  cancelled boolean not null default false,
  closed boolean not null default false
) with (fillfactor = 50);

create table ctx.fleet_record (
  fleet text not null references ctx.fleet on delete cascade,
  seq integer not null,
  line text not null,
  primary key (fleet, seq)
);

-- The sessions of one provider in one fleet.
create table ctx.lane (
  fleet text not null references ctx.fleet on delete cascade,
  provider text not null,
  at_once integer,
  running integer not null default 0 check (running >= 0),
  primary key (fleet, provider)
);

-- When a provider's bucket of calls would be full again.
create table ctx.bucket (
  fleet text not null references ctx.fleet on delete cascade,
  provider text not null,
  full_at timestamptz not null default '-infinity',
  primary key (fleet, provider)
);

-- A session: who has it, and the head of its log. Its records are appended by the statement that moves this head.
create table ctx.session (
  id text primary key,
  fleet text not null references ctx.fleet on delete cascade,
  place integer not null,
  queued_seq integer not null,
  provider text not null,
  priority integer not null,
  labels text[] not null default '{}',
  not_before timestamptz not null default '-infinity',
  most_microusd bigint not null,
  most_tokens bigint not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  cancelled boolean not null default false,
  attempts integer not null default 0,
  takeovers integer not null default 0,
  epoch integer not null default 0,
  owner text,
  worker text,
  lease_until timestamptz,
  reserved_microusd bigint not null default 0,
  reserved_tokens bigint not null default 0,
  log text not null,
  logs integer not null default 0,
  log_ended boolean not null default false,
  log_spent_microusd bigint not null default 0,
  log_spent_tokens bigint not null default 0,
  head_seq integer not null default -1,
  head_hash text not null
) with (fillfactor = 70);

create index session_waiting on ctx.session (fleet, provider, priority desc, place) where state = 'queued';
create index session_under_way on ctx.session (fleet) where state = 'running';
create index session_of_fleet on ctx.session (fleet, place);
-- Of no column that claims change: their updates leave all indexes alone.
create index fleet_open on ctx.fleet (put_in) where not closed;

create table ctx.record (
  session text not null references ctx.session on delete cascade,
  log text not null,
  seq integer not null,
  epoch integer not null,
  line text not null,
  primary key (session, log, seq)
);

-- Packed files of a session's workspace, by the hash that a record names.
create table ctx.snapshot (
  session text not null references ctx.session on delete cascade,
  tree text not null,
  part integer not null,
  kept_at timestamptz not null default clock_timestamp(),
  bytes bytea not null,
  primary key (session, tree, part)
);

create table ctx.worker (
  id text primary key,
  host text not null,
  pid integer not null,
  version text not null,
  slots integer not null,
  labels text[] not null default '{}',
  fleet text,
  running integer not null default 0,
  draining boolean not null default false,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);
`,
  },
];

/** What this program knows. */
export const knownVersion = migrations.at(-1)?.version ?? 0;

/** Of a role that works: it appends records and never changes or removes one. */
export const workRights = `
grant usage on schema ctx to ROLE;
grant select on all tables in schema ctx to ROLE;
grant insert on ctx.fleet, ctx.fleet_record, ctx.lane, ctx.bucket, ctx.session, ctx.record, ctx.snapshot, ctx.worker to ROLE;
grant update on ctx.fleet, ctx.lane, ctx.bucket, ctx.session, ctx.worker to ROLE;
grant delete on ctx.snapshot, ctx.worker to ROLE;
`;

/** Of a role that looks. */
export const readRights = `
grant usage on schema ctx to ROLE;
grant select on all tables in schema ctx to ROLE;
`;

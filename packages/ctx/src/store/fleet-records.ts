// The records of a fleet: what was put in, who took what, how each ended. One chain for all of it, like a session's.

import * as t from 'typebox';
import { context as toldContext } from '../config/session-config.js';
import { otelConfig } from '../memory/otel-config.js';
import { closed } from '../protocol/closed.js';
import { count, digest, moment, text } from '../protocol/records/members.js';
import { totals } from '../protocol/records/results.js';
import { plannedRun } from '../protocol/records/settings.js';
import type { Linked } from '../protocol/records.js';

export const fleetFormat = 1;

/** A word of a worker. */
export const labelPattern = '^[A-Za-z0-9][A-Za-z0-9._=-]{0,63}$';

const positive = () => t.Integer({ minimum: 1 });

/** Whole micro-dollars and tokens. */
export const amounts = t.Object({ microusd: count(), tokens: count() }, closed);
export type Amounts = t.Static<typeof amounts>;

const providerLimits = t.Object(
  {
    provider: text(),
    at_once: t.Optional(positive()),
    /** Model calls, over all sessions of the fleet. */
    calls_per_minute: t.Optional(positive()),
    /** How many of them may be made at once after a pause; 1 unless said. */
    burst: t.Optional(positive()),
  },
  closed,
);

export const fleetLimits = t.Object(
  {
    at_once: positive(),
    providers: t.Array(providerLimits),
    max_microusd: t.Optional(count()),
    max_tokens: t.Optional(count()),
    retry: t.Object({ times: count(), on: t.Array(text()), wait_ms: count() }, closed),
    stop_after_failures: t.Optional(positive()),
  },
  closed,
);
export type FleetLimits = t.Static<typeof fleetLimits>;

/** A session that waits for its turn: its plan, as `session.opened` will hold it. */
const queued = {
  session_id: text(),
  priority: t.Integer({ minimum: -1_000_000 }),
  not_before: t.Optional(moment()),
  /** Whose limits it counts against: a provider, or an agent. */
  provider: text(),
  /** Only a worker with all of these takes it. */
  labels: t.Optional(t.Array(t.String({ pattern: labelPattern }), { minItems: 1 })),
  /** The most that it may use. */
  most: amounts,
  runs: t.Array(plannedRun, { minItems: 1 }),
  /** What is said of what its models are told first, by run. */
  context: t.Optional(t.Array(t.Object({ run_id: text(), context: toldContext }, closed))),
  approve: t.Optional(
    t.Object({ command: text(), timeout_seconds: t.Optional(t.Number()), file: text() }, closed),
  ),
  otel: t.Optional(otelConfig),
  sign: t.Optional(t.Boolean()),
};

export const outcomes = ['completed', 'failed', 'cancelled', 'interrupted'] as const;

/** The last record of a session's log. */
export const logHead = t.Object({ seq: count(), hash: digest() }, closed);
export type LogHead = t.Static<typeof logHead>;

const ended = {
  session_id: text(),
  /** The session whose log tells of this attempt. */
  log: text(),
  attempt: count(),
  outcome: t.Enum(outcomes),
  /** A stop reason, or the code of the failure that kept it from running. */
  cause: text(),
  /** What the failure was about. */
  target: t.Optional(text()),
  /** Not there where no log was written. */
  head: t.Optional(logHead),
  totals: t.Optional(totals),
  /** All that the log came to, over all its attempts; what nobody knows counts as all that was reserved. */
  spent: amounts,
  /** It is tried again, from then on. */
  again_at: t.Optional(moment()),
};

const bodies = {
  'fleet.opened': { format: t.Literal(fleetFormat), fleet_id: text(), limits: fleetLimits },
  'session.queued': queued,
  'session.claimed': {
    session_id: text(),
    log: text(),
    attempt: positive(),
    /** Who runs it: the host and the process. */
    owner: text(),
    reserved: amounts,
  },
  'session.ended': ended,
  /** Somebody wants it tried once more. */
  'session.requeued': { session_id: text() },
  /** Without a list, the whole fleet. */
  'fleet.cancelled': { sessions: t.Optional(t.Array(text(), { minItems: 1 })) },
  /** No more sessions are begun. */
  'fleet.stopped': { reason: t.Enum(['failures', 'signal']) },
  /** Somebody goes on with it; `torn_bytes` of a last record that was not written whole were cut off. */
  'fleet.resumed': {
    owner: text(),
    torn_bytes: t.Optional(positive()),
    max_microusd: t.Optional(count()),
    max_tokens: t.Optional(count()),
  },
  'fleet.closed': {
    completed: count(),
    failed: count(),
    cancelled: count(),
    totals,
    spent: amounts,
  },
};

export type FleetRecordType = keyof typeof bodies;
export const fleetRecordTypes = Object.keys(bodies).filter((name): name is FleetRecordType => name in bodies);

export type FleetBodies = { [K in FleetRecordType]: t.Static<t.TObject<(typeof bodies)[K]>> };

export type FleetRecordOf<K extends FleetRecordType> = Linked & { readonly type: K } & FleetBodies[K];
export type FleetRecord = { [K in FleetRecordType]: FleetRecordOf<K> }[FleetRecordType];
export type QueuedSession = FleetBodies['session.queued'];
export type EndedSession = FleetBodies['session.ended'];

export function fleetRecordSchema(type: FleetRecordType) {
  return t.Object(
    {
      at: moment(),
      hash: digest(),
      prev: digest(),
      seq: count(),
      type: t.Literal(type),
      redacted: t.Optional(t.Integer({ minimum: 1 })),
      ...bodies[type],
    },
    closed,
  );
}

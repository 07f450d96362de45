// The file of a fleet, as people write it: its limits, and its sessions one by one or as a matrix.

import * as t from 'typebox';
import { runConfig, settings } from '../config/session-config.js';
import { closed } from '../protocol/closed.js';
import { stopReasons } from '../protocol/records/results.js';
import { labelPattern } from '../store/fleet-records.js';

const positive = (description: string) => t.Integer({ minimum: 1, description });
const id = () => t.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$' });
const { run_id: _, task, continuation } = runConfig.properties;

/** What is tried again where nothing else is said: what another try may get past. */
export const usualRetries = ['model_error', 'timeout', 'worker_lost'] as const;

const retryable = [
  ...stopReasons.filter((reason) => reason !== 'completed' && reason !== 'cancelled'),
  'worker_lost',
];

const provider = t.Object(
  {
    at_once: t.Optional(positive('sessions at once')),
    calls_per_minute: t.Optional(positive('model calls a minute, over all sessions')),
    burst: t.Optional(positive('calls at once after a pause; 1 unless said')),
  },
  closed,
);

const place = {
  priority: t.Optional(
    t.Integer({ minimum: -1000, maximum: 1000, description: 'higher ones begin first; 0 unless said' }),
  ),
  not_before: t.Optional(
    t.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$',
      description: 'it waits at least until then: 2026-12-01T02:00:00Z',
    }),
  ),
  labels: t.Optional(
    t.Array(t.String({ pattern: labelPattern }), {
      minItems: 1,
      description: 'with a shared store, only a worker with all of these labels takes it',
    }),
  ),
};

const entry = t.Union(
  [
    t.Object(
      {
        config: t.String({ minLength: 1, description: 'a session config, relative to this file' }),
        ...place,
      },
      closed,
    ),
    t.Object({ session_id: t.Optional(id()), task, continuation, ...settings, ...place }, closed),
  ],
  { description: 'a session config by its file, or a task with its own settings' },
);

const matrix = t.Object(
  {
    tasks: t.Array(task, { minItems: 1 }),
    models: t.Optional(t.Array(t.String({ minLength: 1 }), { minItems: 1 })),
    agents: t.Optional(t.Array(t.String({ minLength: 1 }), { minItems: 1 })),
    repeat: t.Optional(positive('how often each; 1 unless said')),
    ...place,
  },
  { ...closed, description: 'every task with every model and every agent' },
);

export const fleetConfig = t.Object(
  {
    fleet_id: t.Optional(id()),
    at_once: t.Optional(positive('sessions at once in all; 4 unless said')),
    providers: t.Optional(
      t.Record(t.String(), provider, {
        description: 'limits by provider (anthropic, openai, script, …) or by agent (claude-code, …)',
      }),
    ),
    budget: t.Optional(
      t.Object(
        {
          max_usd: t.Optional(t.Number({ minimum: 0, description: 'most dollars of all sessions together' })),
          max_tokens: t.Optional(positive('tokens of all sessions')),
        },
        {
          ...closed,
          description:
            'reserved when a session begins, so each needs a budget of its own; no more than this is ever handed out',
        },
      ),
    ),
    retry: t.Optional(
      t.Object(
        {
          times: t.Integer({ minimum: 0, maximum: 100, description: 'how often a session is tried again' }),
          on: t.Optional(
            t.Array(t.Enum(retryable), {
              minItems: 1,
              description: `after which causes; ${usualRetries.join(', ')} unless said`,
            }),
          ),
          wait_seconds: t.Optional(
            t.Number({
              minimum: 0,
              description: 'before the first retry, then twice as long; 10 unless said',
            }),
          ),
        },
        closed,
      ),
    ),
    stop_after_failures: t.Optional(positive('begin no more sessions after so many failed')),
    defaults: t.Optional(
      t.Object(settings, { ...closed, description: 'settings of every task here; configs keep their own' }),
    ),
    sessions: t.Optional(t.Array(entry, { minItems: 1 })),
    matrix: t.Optional(matrix),
  },
  closed,
);

export type FleetConfig = t.Static<typeof fleetConfig>;

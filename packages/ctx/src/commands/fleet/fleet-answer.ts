// What the commands about fleets answer: the schema, the failure of one that did not complete, the text.

import * as t from 'typebox';
import { dollars } from '../../cli/amounts.js';
import { columns, counted, neutral, styled, type Terminal } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import { fail } from '../../protocol/codes.js';
import { totals } from '../../protocol/records.js';
import { amounts } from '../../store/fleet-records.js';
import type { FleetSummary, SessionRow } from '../../store/fleet-summary.js';

const standings = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

export const summary = {
  fleet_id: t.String(),
  path: t.String(),
  state: t.Enum(['running', 'open', 'stopped', 'cancelled', 'completed', 'failed']),
  opened_at: t.String(),
  last_at: t.String(),
  counts: t.Object(
    {
      queued: t.Integer(),
      running: t.Integer(),
      completed: t.Integer(),
      failed: t.Integer(),
      cancelled: t.Integer(),
    },
    closed,
  ),
  totals,
  /** What is counted against the fleet's budget. */
  spent: amounts,
  reserved: amounts,
  max_microusd: t.Optional(t.Integer()),
  max_tokens: t.Optional(t.Integer()),
  /** Why sessions failed, the most frequent first, with the first few of each. */
  causes: t.Array(t.Object({ cause: t.String(), count: t.Integer(), sessions: t.Array(t.String()) }, closed)),
};

export const fleetAnswer = t.Object(
  {
    ...summary,
    /** The last record of the fleet's log. */
    chain_head: t.String(),
    sessions: t.Array(
      t.Object(
        {
          session_id: t.String(),
          state: t.Enum(standings),
          provider: t.String(),
          priority: t.Integer(),
          attempts: t.Integer(),
          log: t.String(),
          cause: t.Optional(t.String()),
          target: t.Optional(t.String()),
          head: t.Optional(t.String()),
          totals: t.Optional(totals),
          not_before: t.Optional(t.String()),
        },
        closed,
      ),
    ),
    warnings: t.Array(t.String()),
  },
  closed,
);

export type FleetAnswer = t.Static<typeof fleetAnswer>;

export interface ToldFleet extends FleetSummary {
  readonly path: string;
  readonly chain_head: string;
  readonly sessions: readonly SessionRow[];
  readonly warnings: readonly string[];
}

/** Schemas know no read-only lists. */
export function plainAnswer({ causes, sessions, warnings, ...told }: ToldFleet): FleetAnswer {
  return {
    ...told,
    causes: causes.map((one) => ({ ...one, sessions: [...one.sessions] })),
    sessions: [...sessions],
    warnings: [...warnings],
  };
}

/** The answer of a fleet whose sessions all completed; any other is thrown as the failure that says why. */
export function orFailed(answer: FleetAnswer, signal: AbortSignal, store?: string): FleetAnswer {
  const { fleet_id: target, state, counts, sessions } = answer;
  const { failed, cancelled } = counts;
  const where = {
    operation: 'fleet',
    target,
    failed,
    cancelled,
    sessions: sessions.length,
    details: answer,
    ...(store !== undefined && { store }),
  };
  if (signal.aborted)
    throw fail('fleet_interrupted', { ...where, ...(signal.reason === 'SIGTERM' && { exitCode: 143 }) });
  if (state === 'completed') return answer;
  if (state === 'cancelled') throw fail('fleet_cancelled', where);
  if (state === 'stopped') throw fail('fleet_stopped', where);
  throw fail('fleet_failed', where);
}

/** More rows than this nobody reads on a terminal; --output-format json has all of them. */
const mostRows = 50;

export function fleetText(answer: FleetAnswer, terminal: Terminal): string {
  const { sessions, causes } = answer;
  const shown = [
    ...sessions.filter(({ state }) => state === 'failed'),
    ...sessions.filter(({ state }) => state !== 'failed'),
  ].slice(0, mostRows);
  const rows = shown.map(({ session_id, state, cause = '', attempts, totals: used }) => [
    neutral(session_id),
    state,
    cause === state ? '' : neutral(cause),
    attempts > 1 ? counted(attempts, 'attempt') : '',
    used === undefined ? '' : dollars(used.cost_microusd),
  ]);
  const left = sessions.length - shown.length;
  const more =
    left > 0 ? `  … ${counted(left, 'more session')}; --output-format json lists all of them\n` : '';
  const why = causes.map(({ cause, count, sessions: [first = ''] }) => [
    `  ${neutral(cause)}`,
    counted(count, 'session'),
    `first: ${neutral(first)}`,
  ]);
  const failures =
    why.length === 0 ? '' : `${styled(terminal, 'bold', 'failures by cause')}\n${columns(why)}\n`;
  return `${columns(rows, '  ')}${more}\n${failures}${summaryText(answer)}`;
}

export function summaryText(answer: Omit<FleetAnswer, 'sessions' | 'chain_head' | 'warnings'>): string {
  const { counts, totals: used, spent, max_microusd, max_tokens } = answer;
  const { queued, running, completed, failed, cancelled } = counts;
  const parts = Object.entries({ completed, failed, cancelled, running, queued })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  const budget = [
    ...(max_microusd === undefined ? [] : [`${dollars(spent.microusd)} of ${dollars(max_microusd)}`]),
    ...(max_tokens === undefined ? [] : [`${spent.tokens} of ${max_tokens} tokens`]),
  ];
  return columns([
    ['fleet', `${neutral(answer.fleet_id)}, ${answer.state}`],
    ['sessions', parts.join(', ')],
    [
      'cost',
      `${dollars(used.cost_microusd)}, ${used.input_tokens ?? 'unknown'} tokens in, ${used.output_tokens ?? 'unknown'} out`,
    ],
    ...(budget.length === 0 ? [] : [['budget', budget.join(', ')]]),
    ['log', neutral(answer.path)],
  ]);
}

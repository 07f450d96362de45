import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { columns, neutral } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import { fail } from '../../protocol/codes.js';
import { neededStore, storeFlag } from './store-flag.js';

const answer = t.Object(
  {
    store: t.String(),
    checks: t.Array(
      t.Object(
        {
          check: t.String(),
          state: t.Enum(['ok', 'warning', 'failed']),
          says: t.String(),
          fix: t.Optional(t.String()),
        },
        closed,
      ),
    ),
    workers: t.Array(
      t.Object(
        {
          worker_id: t.String(),
          host: t.String(),
          version: t.String(),
          slots: t.Integer(),
          running: t.Integer(),
          labels: t.Array(t.String()),
          draining: t.Boolean(),
          /** Milliseconds since it was last heard of. */
          silent_ms: t.Integer(),
        },
        closed,
      ),
    ),
  },
  closed,
);

export default clawable({
  name: 'fleet doctor',
  group: 'run',
  summary: 'Check a shared store and its workers',
  description:
    'Checks that the store answers, that the connection is encrypted, that this user has the rights, that a commit survives a crash, that clocks agree, that workers are alive, that no lease expired unnoticed, that every label has a worker, and that the tables match the chains of records (of the newest 20 fleets). The exit code is 1 if a check fails, and 0 if there are only warnings.',
  examples: [
    { line: 'ctx fleet doctor --store postgres://ctx@db/fleets', says: 'every check, every worker' },
  ],
  arguments: {},
  flags: { ...storeFlag },
  returns: answer,
  details: answer,
  showsDetails: true,
  async run({ flags }, services) {
    const url = neededStore(flags, services);
    const { checkStore } = await import('./shared/check-store.js');
    const found = await checkStore(url, services);
    const failed = found.checks.filter(({ state }) => state === 'failed');
    const [first] = failed;
    if (first === undefined) return found;
    throw fail('store_unsound', {
      operation: 'check',
      target: found.store,
      first: first.says,
      failed: failed.length,
      details: found,
    });
  },
  render: ({ checks, workers }) => {
    const rows = checks.map(({ check, state, says, fix = '' }) => [
      state,
      check,
      neutral(says),
      neutral(fix),
    ]);
    const seen = workers.map(({ worker_id, slots, running, draining, silent_ms }) => [
      `  ${neutral(worker_id)}`,
      `${running} of ${slots} slots`,
      draining ? 'draining' : '',
      `heard of ${Math.round(silent_ms / 1000)} s ago`,
    ]);
    return `${columns(rows)}\n${columns(seen)}`;
  },
});

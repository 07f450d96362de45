import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { columns, counted, neutral } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import { neededStore, storeFlag } from './store-flag.js';

export default clawable({
  name: 'fleet prune',
  group: 'run',
  summary: 'Remove old fleets from a shared store',
  description:
    'Deletes finished fleets whose last record is older than --older-than days, with their sessions, records and snapshots, for good. Export what you want to keep first: `ctx fleet export`. Needs the rights of the tables’ owner, not those of a worker.',
  examples: [
    { line: 'ctx fleet prune --older-than 90 --dry-run', says: 'list what would be removed' },
    { line: 'ctx fleet prune --older-than 90', says: 'remove them' },
  ],
  arguments: {},
  flags: {
    ...storeFlag,
    'older-than': flag.integerOr(90, 'days since the last record', { min: 0 }),
    fleet: flag.text('only this fleet', 'ID'),
    'dry-run': flag.switch('remove nothing'),
  },
  returns: t.Object(
    {
      store: t.String(),
      dry_run: t.Boolean(),
      removed: t.Array(
        t.Object(
          { fleet_id: t.String(), last_at: t.String(), sessions: t.Integer(), records: t.Integer() },
          closed,
        ),
      ),
    },
    closed,
  ),
  async run({ flags }, services) {
    const url = neededStore(flags, services);
    const { pruneStore } = await import('./shared/prune-store.js');
    const { 'older-than': days, 'dry-run': dry_run, fleet } = flags;
    const { store, removed } = await pruneStore(url, services, { days, fleet, isTrial: dry_run });
    return { store, dry_run, removed };
  },
  render: ({ removed, dry_run }) =>
    removed.length === 0
      ? 'No fleet is that old and over.'
      : `${columns(removed.map(({ fleet_id, last_at, sessions, records }) => [neutral(fleet_id), last_at, counted(sessions, 'session'), counted(records, 'record')]))}\n${
          dry_run ? 'Nothing was removed.' : `${counted(removed.length, 'fleet')} removed.`
        }\n`,
});

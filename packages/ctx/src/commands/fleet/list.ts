import * as t from 'typebox';
import { dollars } from '../../cli/amounts.js';
import { clawable } from '../../cli/command.js';
import { columns, neutral } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import { Failure } from '../../protocol/failure.js';
import { summaryOf } from '../../store/fleet-summary.js';
import { fleetFiles, fleetsFolder } from '../../store/fleets-folder.js';
import { summary } from './fleet-answer.js';
import { isConducted, readState } from './read-state.js';
import { sharedStore, storeFlag } from './store-flag.js';

const { causes: _, ...row } = summary;

export default clawable({
  name: 'fleet list',
  group: 'run',
  summary: 'List the fleets of this project or of a store',
  description:
    'Lists the fleets in .context/fleets, latest change first, with counts and cost; with --store, those of a shared store, newest first.',
  examples: [{ line: 'ctx fleet list', says: 'list the fleets of this project' }],
  arguments: {},
  flags: { ...storeFlag },
  returns: t.Object(
    {
      directory: t.String(),
      fleets: t.Array(t.Object(row, closed)),
      /** Files that are no fleets that can be read, and why. */
      unreadable: t.Array(t.Object({ path: t.String(), code: t.String() }, closed)),
    },
    closed,
  ),
  async run({ flags }, services) {
    const url = sharedStore(flags, services);
    if (url !== undefined) {
      const { fleetsInStore } = await import('./shared/look.js');
      return fleetsInStore(url, services);
    }
    const directory = fleetsFolder(services);
    const unreadable: { path: string; code: string }[] = [];
    const cannotRead = (path: string, { code }: Failure) => void unreadable.push({ path, code });
    const fleets = fleetFiles(directory, cannotRead).flatMap((path) => {
      try {
        const { causes, ...told } = summaryOf(readState(path).state, isConducted(path));
        return [{ ...told, path }];
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        cannotRead(path, error);
        return [];
      }
    });
    return { directory, fleets, unreadable };
  },
  render: ({ fleets, unreadable }) =>
    fleets.length + unreadable.length === 0
      ? 'This project has no fleets; `ctx fleet run FLEET.yaml` starts one.'
      : columns([
          ...fleets.map(({ fleet_id, state, counts, totals, opened_at }) => [
            neutral(fleet_id),
            state,
            `${counts.completed} completed, ${counts.failed} failed, ${counts.queued + counts.running} left`,
            dollars(totals.cost_microusd),
            opened_at,
          ]),
          ...unreadable.map(({ path, code }) => [neutral(path), code, '', '', '']),
        ]),
});

import { resolve } from 'node:path';
import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { columns, counted, neutral } from '../../cli/terminal.js';
import { shellWord } from '../../disk/shell-word.js';
import { exportFleet } from '../../evidence/fleet/export-fleet.js';
import { closed } from '../../protocol/closed.js';
import { sessionsFolder } from '../../session/sessions-folder.js';
import { locateFleet } from '../../store/fleets-folder.js';
import { sharedStore, storeFlag } from './store-flag.js';

export default clawable({
  name: 'fleet export',
  group: 'run',
  summary: 'Export a fleet as a folder that others can check',
  description:
    'Verifies the fleet and every session of it, then writes its log, the logs of its sessions, a report (report.html: a table of the sessions, costs, failures by cause) and manifest.json, which names the head and the SHA-256 of each. `ctx verify DIR` checks the whole; `ctx sign DIR` signs it like any export. A fleet that does not hold is not exported; one that is not over yet is, as it stands. With --store, the fleet and all its logs come from a store that machines share; the folder is the same.',
  examples: [
    { line: 'ctx fleet export nightly --out nightly-evidence', says: 'then: ctx verify nightly-evidence' },
  ],
  arguments: { fleet: argument.one('the id of a fleet, or its file') },
  flags: {
    out: flag.requiredText('the folder to write; its parent must be there, and it must be empty', 'DIR'),
    ...storeFlag,
    public: flag.switch('let others read the files; they are private to you otherwise'),
  },
  returns: t.Object(
    {
      fleet_id: t.String(),
      chain_head: t.String(),
      out: t.String(),
      sessions: t.Integer(),
      files: t.Array(t.String()),
    },
    closed,
  ),
  async run({ args: { fleet }, flags }, services) {
    const out = resolve(services.cwd, flags.out);
    const url = sharedStore(flags, services);
    if (url !== undefined) {
      const { exportShared } = await import('./shared/exporting.js');
      const shared = await exportShared(url, services, fleet, out, flags.public);
      return { ...shared, out, files: [...shared.files] };
    }
    const made = exportFleet(locateFleet(fleet, services), sessionsFolder(services), out, flags.public);
    return { ...made, out, files: [...made.files] };
  },
  render: ({ fleet_id, chain_head, out, sessions, files }) =>
    `${columns([
      ['fleet', neutral(fleet_id)],
      ['head', chain_head],
      ['wrote', `${counted(files.length, 'file')} for ${counted(sessions, 'session')} to ${neutral(out)}`],
    ])}\nCheck it: ctx verify ${shellWord(out)}\n`,
});

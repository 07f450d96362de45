import { resolve } from 'node:path';
import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { columns, counted, neutral } from '../../cli/terminal.js';
import { shellWord } from '../../disk/shell-word.js';
import { shippedVerifier } from '../../evidence/export/verifier.js';
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
    'Verifies the fleet and every session, then writes the fleet’s log, the session logs, a report (report.html: a table of sessions, costs and failures by cause), manifest.json with the head and SHA-256 of each, and verify.py, which checks the sessions without ctx. `ctx verify DIR` checks the folder, `ctx sign DIR` signs it. A fleet that fails verification is not exported; an unfinished one is. With --store, everything comes from the shared store, and --workspaces also brings the files that finished sessions made in scratch copies on their workers, into a clone that has the commit they started from; files that git ignores stay behind.',
  examples: [
    { line: 'ctx fleet export nightly --out nightly-evidence', says: 'then: ctx verify nightly-evidence' },
    {
      line: 'ctx fleet export nightly --out nightly-evidence --store postgres://ctx@db/fleets --workspaces',
      says: 'with what the sessions made, in .context/scratch',
    },
  ],
  arguments: { fleet: argument.one('the id of a fleet, or its file') },
  flags: {
    out: flag.requiredText('a new or empty folder; its parent must exist', 'DIR'),
    ...storeFlag,
    workspaces: flag.switch(
      'with a store: also put the scratch copies of finished sessions into this project, under .context/scratch',
    ),
    public: flag.switch('let others on this machine read the files (default: only you)'),
  },
  returns: t.Object(
    {
      fleet_id: t.String(),
      chain_head: t.String(),
      out: t.String(),
      sessions: t.Integer(),
      files: t.Array(t.String()),
      /** Of --workspaces: where the copy of each session is, or why it is not here. */
      workspaces: t.Optional(
        t.Array(
          t.Object(
            { session_id: t.String(), path: t.Optional(t.String()), missing: t.Optional(t.String()) },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
  async run({ args: { fleet }, flags }, services) {
    const out = resolve(services.cwd, flags.out);
    const output = { out, isPublic: flags.public, verifier: shippedVerifier(services.program.shippedFolder) };
    const url = sharedStore(flags, services);
    if (url !== undefined) {
      const { exportShared } = await import('./shared/export-shared.js');
      const shared = await exportShared(url, services, fleet, {
        ...output,
        withWorkspaces: flags.workspaces,
      });
      return { ...shared, out, files: [...shared.files] };
    }
    const made = exportFleet(locateFleet(fleet, services), sessionsFolder(services), output);
    return { ...made, out, files: [...made.files] };
  },
  render: ({ fleet_id, chain_head, out, sessions, files, workspaces = [] }) =>
    `${columns([
      ['fleet', neutral(fleet_id)],
      ['head', chain_head],
      ['wrote', `${counted(files.length, 'file')} for ${counted(sessions, 'session')} to ${neutral(out)}`],
      ...workspaces.map(({ session_id, path, missing = '' }) => [
        'workspace',
        path === undefined ? `${neutral(session_id)} is not here (${neutral(missing)})` : neutral(path),
      ]),
    ])}\nCheck it: ctx verify ${shellWord(out)}\n`,
});

import * as t from 'typebox';
import { clawable } from '../../../../ctx/src/cli/command.js';
import { argument, flag } from '../../../../ctx/src/cli/inputs.js';
import { projectRoot } from '../../../../ctx/src/project/root.js';
import { fail as failShared } from '../../../../ctx/src/protocol/codes.js';
import { recordDismissals } from '../../audit/dismiss.js';
import { findReports } from '../../audit/find.js';
import { ledgerPath, readLedger } from '../../audit/ledger.js';
import { readShelf } from '../../audit/shelf.js';
import { standingOf } from '../../audit/standing.js';
import { fail } from '../../codes.js';

export default clawable({
  name: 'audit dismiss',
  group: 'maintain',
  summary: 'Say that a report has been dealt with, so that it is no longer relayed',
  description:
    'A dismissal holds for the body that the report has now: when the auditor writes other findings, they surface again. --all dismisses every open report that can be read. The ledger is .context/audit/.dismissed.json.',
  examples: [
    { line: 'ctxctl audit dismiss surface', says: 'one report' },
    { line: 'ctxctl audit dismiss --all', says: 'all that are open' },
  ],
  arguments: { id: argument.any('which reports') },
  flags: { all: flag.switch('every open report') },
  returns: t.Object(
    {
      dismissed: t.Array(t.Object({ id: t.String(), digest: t.String() }, { additionalProperties: false })),
      ledger: t.String(),
    },
    { additionalProperties: false },
  ),
  async run({ args, flags }, services) {
    const root = projectRoot(services);
    if (flags.all && args.id.length > 0)
      throw failShared('flags_contradict', { operation: 'argparse', target: 'ID', other: '--all' });
    if (!flags.all && args.id.length === 0) throw fail('id_required', { operation: 'dismiss', target: 'ID' });
    const ids = flags.all ? openIds(root) : [...new Set(args.id)];
    const at = new Date(services.clock.now()).toISOString();
    const dismissed = findReports(root, ids, 'dismiss').map(({ id, report }) => ({
      id,
      digest: report.digest,
    }));
    if (dismissed.length > 0)
      await recordDismissals(root, new Map(dismissed.map(({ id, digest }) => [id, { digest, at }])));
    return { dismissed, ledger: ledgerPath };
  },
  render({ dismissed }) {
    if (dismissed.length === 0) return 'No report was open.';
    return `Dismissed ${dismissed.map(({ id }) => id).join(', ')}; other findings will surface again.`;
  },
});

function openIds(root: string): string[] {
  const ledger = readLedger(root);
  return readShelf(root)
    .filter((each) => standingOf(each, ledger) === 'open')
    .map(({ id }) => id);
}

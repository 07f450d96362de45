import * as t from 'typebox';
import { argument, clawable, closed, flag } from '../../../../ctx/src/kit/command.js';
import { failShared } from '../../../../ctx/src/kit/failures.js';
import { projectRoot } from '../../../../ctx/src/kit/files.js';
import { recordDismissals } from '../../audit/dismiss.js';
import { findReports } from '../../audit/find-reports.js';
import { ledgerPath, readLedger } from '../../audit/ledger.js';
import { stateOf } from '../../audit/report-state.js';
import { readReports } from '../../audit/reports.js';
import { fail } from '../../codes.js';

export default clawable({
  name: 'audit dismiss',
  group: 'maintain',
  summary: 'Dismiss a report and stop relaying it',
  description:
    'A dismissal covers the report as it is now. When the auditor writes different findings, the report opens again. --all dismisses every open report that can be read. Dismissals are stored in .context/audit/.dismissed.json.',
  examples: [
    { line: 'ctxctl audit dismiss surface', says: 'one report' },
    { line: 'ctxctl audit dismiss --all', says: 'every open report' },
  ],
  arguments: { id: argument.any('the reports to dismiss') },
  flags: { all: flag.switch('dismiss every open report') },
  returns: t.Object(
    {
      dismissed: t.Array(t.Object({ id: t.String(), digest: t.String() }, closed)),
      ledger: t.String(),
    },
    closed,
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
  return readReports(root)
    .filter((each) => stateOf(each, ledger) === 'open')
    .map(({ id }) => id);
}

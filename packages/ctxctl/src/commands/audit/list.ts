import * as t from 'typebox';
import { clawable, closed, columns, neutral } from '../../../../ctx/src/kit/command.js';
import { Failure } from '../../../../ctx/src/kit/failures.js';
import { projectRoot } from '../../../../ctx/src/kit/files.js';
import { freshnessOf, isStale } from '../../audit/freshness.js';
import { type Ledger, readLedger } from '../../audit/ledger.js';
import { stateOf } from '../../audit/report-state.js';
import { readReports } from '../../audit/reports.js';
import { staleCountOf } from '../../audit/stale-counts.js';
import { inWords } from '../../words.js';
import { type ReportAnswer, readableAnswer, reportSchema, unreadableAnswer } from './audit-answer.js';

export default clawable({
  name: 'audit list',
  group: 'maintain',
  summary: 'List audit reports and their status',
  description:
    'Lists every report under .context/audit: open, clean, dismissed or unreadable. Each line also says whether the digest matches the body and whether the report is stale. A report is stale after 30 days, or once HEAD is outside its commit range.',
  examples: [
    { line: 'ctxctl audit list', says: 'which reports are open' },
    { line: 'ctxctl audit list --output-format json', says: 'the same, as JSON' },
  ],
  arguments: {},
  flags: {},
  returns: t.Object(
    { reports: t.Array(reportSchema), open: t.Integer(), problems: t.Array(t.String()) },
    closed,
  ),
  async run(_, services) {
    const root = projectRoot(services);
    const files = readReports(root);
    const { ledger, problems } = ledgerOrNone(root);
    const readable = files.flatMap((each) => ('report' in each ? [each.report] : []));
    const freshness = freshnessOf(root, readable, services.clock.now());
    const reports = files.map((each): ReportAnswer => {
      if ('failure' in each) return unreadableAnswer(each, inWords(each.failure));
      const known = freshness[readable.indexOf(each.report)];
      if (known === undefined) throw new TypeError(`no freshness of ${each.id}`);
      const staleCount = isStale(known) ? staleCountOf(root, each) : undefined;
      return readableAnswer(each, stateOf(each, ledger), known, staleCount);
    });
    const open = reports.filter(({ standing }) => standing === 'open' || standing === 'unreadable').length;
    return { reports, open, problems };
  },
  render({ reports, open }) {
    if (reports.length === 0) return 'There are no reports.';
    const rows = reports.map(
      ({ id, standing, stale, told_stale, digest_verdict, generated_at, commit_range, problem }) =>
        [
          id,
          `${standing}${stale === true ? `, STALE${staleWords(told_stale)}` : ''}`,
          ...(problem === undefined
            ? [
                digest_verdict === 'verified' ? '' : `digest ${digest_verdict}`,
                generated_at ?? '',
                shortRange(commit_range),
              ]
            : [problem]),
        ].map(neutral),
    );
    return `${columns(rows)}${open} open.`;
  },
  warnings: ({ problems }) => problems,
});

function staleWords(count: ReportAnswer['told_stale']): string {
  return count === undefined ? '' : ` (told on ${count.days} days, ${count.prompts} prompts)`;
}

function shortRange(range = ''): string {
  return range.replace(/[0-9a-f]{13,}/g, (commit) => commit.slice(0, 12));
}

/** As in the relay: a ledger that cannot be read is said, and counts as empty. */
function ledgerOrNone(root: string): { ledger: Ledger; problems: string[] } {
  try {
    return { ledger: readLedger(root), problems: [] };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ledger: new Map(), problems: [inWords(error).message] };
  }
}

import * as t from 'typebox';
import { argument, clawable, closed, columns, neutral } from '../../../../ctx/src/kit/command.js';
import { projectRoot } from '../../../../ctx/src/kit/files.js';
import { findReports } from '../../audit/find-reports.js';
import { freshnessOf, isStale } from '../../audit/freshness.js';
import { readLedger } from '../../audit/ledger.js';
import { stateOf } from '../../audit/report-state.js';
import { staleCountOf } from '../../audit/stale-counts.js';
import { fail } from '../../codes.js';
import { readableAnswer, reportSchema } from './audit-answer.js';

export default clawable({
  name: 'audit show',
  group: 'maintain',
  summary: 'Show an audit report in full',
  description:
    'Prints the report’s header, whether its digest matches its body, and the body as written. If the report cannot be read, the error says what is wrong with it.',
  examples: [{ line: 'ctxctl audit show surface', says: 'all of .context/audit/surface.md' }],
  arguments: { id: argument.optional('the report: its file name without .md') },
  flags: {},
  returns: t.Object({ report: reportSchema, body: t.String() }, closed),
  async run({ args }, services) {
    if (args.id === undefined) throw fail('id_required', { operation: 'show', target: 'ID' });
    const root = projectRoot(services);
    const [found] = findReports(root, [args.id], 'show');
    const [freshness] = found === undefined ? [] : freshnessOf(root, [found.report], services.clock.now());
    if (found === undefined || freshness === undefined) throw new TypeError('one id has one report');
    const staleCount = isStale(freshness) ? staleCountOf(root, found) : undefined;
    return {
      report: readableAnswer(found, stateOf(found, readLedger(root)), freshness, staleCount),
      body: found.report.body,
    };
  },
  render({ report, body }) {
    const rows = [
      ['report', report.id],
      ['stands', `${report.standing}${report.stale === true ? ', STALE' : ''}`],
      ['digest', `${report.digest_verdict}: ${report.digest}`],
      ['range', report.commit_range ?? ''],
      ['generated', `${report.generated_at} by ${report.generator}`],
    ];
    return `${columns(rows.map((row) => row.map(neutral)))}\n${neutral(body)}`;
  },
});

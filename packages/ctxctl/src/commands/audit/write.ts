import * as t from 'typebox';
import { clawable, closed, flag } from '../../../../ctx/src/kit/command.js';
import { digestOf } from '../../../../ctx/src/kit/digest.js';
import { givenFile, givenInput, projectRoot, textOf } from '../../../../ctx/src/kit/files.js';
import { resolveRange } from '../../audit/git.js';
import { statuses } from '../../audit/report.js';
import { writeReport } from '../../audit/write.js';

export default clawable({
  name: 'audit write',
  group: 'maintain',
  summary: 'Write an audit report',
  description:
    'For auditors: programs or agents that read a commit range and nothing else. ctxctl reads the body from stdin or a file, keeps it as it is, and stores its digest. It resolves the range to two commits and replaces the earlier report of the same kind. A report with findings is relayed into every prompt until you dismiss it.',
  examples: [
    {
      line: 'ctxctl audit write --kind tests --status findings --range main..HEAD < findings.md',
      says: 'findings from stdin',
    },
    {
      line: 'ctxctl audit write --kind tests --status clean --body clean.md --generator "nightly auditor"',
      says: 'main..HEAD is clean',
    },
  ],
  arguments: {},
  flags: {
    kind: flag.requiredText('what was audited, and the name of the report: a-z, 0-9 and - only', 'KIND'),
    status: flag.choice('whether there is something to fix (default findings)', statuses),
    range: flag.text('the commits that the audit read (default main..HEAD)', 'RANGE'),
    generator: flag.text('the name of the auditor (default ctxctl and its version)', 'NAME'),
    body: flag.text('read the body from this file instead of stdin', 'FILE'),
  },
  returns: t.Object(
    {
      path: t.String(),
      kind: t.String(),
      status: t.Enum(statuses),
      commit_range: t.String(),
      digest: t.String(),
    },
    closed,
  ),
  async run({ flags }, services) {
    const root = projectRoot(services);
    const { kind, status = 'findings' } = flags;
    const { from, to } = resolveRange(root, flags.range ?? 'main..HEAD');
    const bytes = flags.body === undefined ? givenInput('The body') : givenFile(flags.body, services.cwd);
    const body = `${textOf(bytes, flags.body ?? 'The body')}\n`;
    const commitRange = `${from}..${to}`;
    const path = writeReport(root, {
      kind,
      status,
      commitRange,
      generatedAt: new Date(services.clock.now()).toISOString(),
      generator: onOneLine(flags.generator ?? '') || `ctxctl ${services.program.version}`,
      body,
    });
    return { path, kind, status, commit_range: commitRange, digest: digestOf(body) };
  },
  render: ({ path, status, digest }) => `Wrote ${path}: ${status}, ${digest}.`,
});

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

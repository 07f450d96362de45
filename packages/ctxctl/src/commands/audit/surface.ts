import * as t from 'typebox';
import { argument, clawable, closed } from '../../../../ctx/src/kit/command.js';
import { conductAudit } from '../../audit/conduct.js';
import { statuses } from '../../audit/report.js';
import { surfaceAudit } from '../../audit/surface/audit.js';
import { repositoryRoot } from '../../repository.js';

export default clawable({
  name: 'audit surface',
  group: 'maintain',
  summary: 'Audit what a range of commits does to the commands of ctx, and whether it is told',
  description:
    'Compares the two versions of schemas/commands.json (from where the range’s ends went apart) and looks for each added, changed or removed command, flag, argument and behaviour in the docs pages, the recipes, the skills, the examples and the changelog, all as committed. Writes .context/audit/surface.md; a finding that is no longer found is noted there as resolved. It refuses while anything is not committed, and there is no override: nobody grades their own homework. Findings are the answer, not a failure.',
  examples: [
    { line: 'ctxctl audit surface', says: 'main..HEAD' },
    { line: 'ctxctl audit surface v0.1.0..HEAD', says: 'since a release' },
  ],
  arguments: { range: argument.optional('two commits, FROM..TO (default main..HEAD)') },
  flags: {},
  returns: t.Object(
    {
      path: t.String(),
      commit_range: t.String(),
      status: t.Enum(statuses),
      findings: t.Array(t.String()),
      resolved: t.Array(t.String()),
    },
    closed,
  ),
  async run({ args }, { cwd, clock, program }) {
    const { path, commitRange, status, findings, resolved } = conductAudit(surfaceAudit, {
      root: repositoryRoot(cwd),
      range: args.range ?? 'main..HEAD',
      generator: `ctxctl ${program.version} audit surface`,
      now: clock.now(),
    });
    return { path, commit_range: commitRange, status, findings: [...findings], resolved: [...resolved] };
  },
  render({ path, findings, resolved }) {
    const lines = findings.map((line) => `  ${line}\n`).join('');
    const head = findings.length === 0 ? 'Clean.' : `${findings.length} findings:`;
    const gone = resolved.length === 0 ? '' : `${resolved.length} resolved since the last report.\n`;
    return `${head}\n${lines}${gone}Written to ${path}.`;
  },
});

import { argument, clawable } from '../../../../ctx/src/kit/command.js';
import { conductAudit } from '../../audit/conduct.js';
import { surfaceAudit } from '../../audit/surface/audit.js';
import { repositoryRoot } from '../../repository.js';
import { conductedSchema, conductedText } from './conducted-answer.js';

export default clawable({
  name: 'audit surface',
  group: 'maintain',
  summary: 'Audit whether a commit range documents its changes to ctx’s commands',
  description:
    'Compares schemas/commands.json at the end of the range with its version at the merge base. For each command, flag, argument and behaviour that was added, changed or removed, it searches the committed docs, recipes, skills, examples and changelog. The report goes to .context/audit/surface.md, which also lists earlier findings that are resolved. The command refuses to run with uncommitted changes, and no flag overrides that: nobody grades their own homework. Findings do not fail the command.',
  examples: [
    { line: 'ctxctl audit surface', says: 'main..HEAD' },
    { line: 'ctxctl audit surface v0.1.0..HEAD', says: 'since a release' },
  ],
  arguments: { range: argument.optional('two commits, FROM..TO (default main..HEAD)') },
  flags: {},
  returns: conductedSchema,
  run: async ({ args }, services) =>
    conductAudit(surfaceAudit, repositoryRoot(services.cwd), args.range, services),
  render: conductedText,
});

import { argument, clawable } from '../../../../ctx/src/kit/command.js';
import { conductAudit } from '../../audit/conduct.js';
import { surfaceAudit } from '../../audit/surface/audit.js';
import { repositoryRoot } from '../../repository.js';
import { conductedSchema, conductedText } from './conducted-answer.js';

export default clawable({
  name: 'audit surface',
  group: 'maintain',
  summary: 'Audit what a commit range changes in ctx’s commands, and whether it is documented',
  description:
    'Compares the two versions of schemas/commands.json (from where the range’s ends went apart) and looks for each added, changed or removed command, flag, argument and behaviour in the docs pages, the recipes, the skills, the examples and the changelog, all as committed. Writes .context/audit/surface.md; a finding that is no longer found is noted there as resolved. It refuses while anything is not committed, and there is no override: nobody grades their own homework. Findings are the answer, not a failure.',
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

import { resolve } from 'node:path';
import { argument, clawable, flag } from '../../../../ctx/src/kit/command.js';
import { projectRoot } from '../../../../ctx/src/kit/files.js';
import { conductAudit } from '../../audit/conduct.js';
import { trailersAudit } from '../../audit/trailers/audit.js';
import { conductedSchema, conductedText } from './conducted-answer.js';

export default clawable({
  name: 'audit trailers',
  group: 'maintain',
  summary: 'Audit the commits of a range and the sessions they name',
  description:
    'Reads every commit of the range. A Ctx-Session trailer must name a session that exists here, verifies, and contains the record that the trailer names. Trailers that are malformed, stand where git does not look for trailers, or name a record written after the commit are findings. A commit that an agent made without a trailer is a finding, too. ctx recognizes such a commit when its message names the agent, when a session’s log shows git creating it, or when one session changed all of its files in the day before. Sessions named by other people’s commits may be missing, unless you collect everybody’s sessions in a folder and pass it as --sessions-dir. A signature that does not match is a finding; a missing one is not. The report goes to .context/audit/trailers.md, with a line for each commit. Findings do not fail the command.',
  examples: [
    { line: 'ctxctl audit trailers', says: 'main..HEAD' },
    { line: 'ctxctl audit trailers v0.1.0..HEAD', says: 'since a release' },
    {
      line: 'ctxctl audit trailers --sessions-dir collected',
      says: 'with the sessions of all contributors',
    },
  ],
  arguments: { range: argument.optional('two commits, FROM..TO (default main..HEAD)') },
  flags: { 'sessions-dir': flag.text('look for sessions in this folder only', 'DIR') },
  returns: conductedSchema,
  async run({ args, flags }, services) {
    const folder = flags['sessions-dir'];
    const audit = trailersAudit(folder === undefined ? undefined : resolve(services.cwd, folder));
    return conductAudit(audit, projectRoot(services), args.range, services);
  },
  render: conductedText,
});

import { resolve } from 'node:path';
import { argument, clawable, flag } from '../../../../ctx/src/kit/command.js';
import { projectRoot } from '../../../../ctx/src/kit/files.js';
import { conductAudit } from '../../audit/conduct.js';
import { trailersAudit } from '../../audit/trailers/audit.js';
import { conductedSchema, conductedText } from './conducted-answer.js';

export default clawable({
  name: 'audit trailers',
  group: 'maintain',
  summary: 'Audit the commits of a range and the sessions that they name',
  description:
    'Reads every commit of the range. A Ctx-Session trailer must name a session that is here, that verifies, and that holds the very record that the commit names; one that is malformed, stands where git finds no trailers, or names a record that was written after the commit is a finding. So is a commit without a trailer that an agent made: its message names the agent, git told a session that it had made it, or a session changed all of its files in the day before. Sessions that commits of other people name are not expected here; with --sessions-dir, where you put everybody’s, they are. Signatures that do not fit are findings, missing ones are not. Writes .context/audit/trailers.md, with a line on each commit. Findings are the answer, not a failure.',
  examples: [
    { line: 'ctxctl audit trailers', says: 'main..HEAD' },
    { line: 'ctxctl audit trailers v0.1.0..HEAD', says: 'since a release' },
    {
      line: 'ctxctl audit trailers --sessions-dir collected',
      says: 'with the sessions of everybody who contributed',
    },
  ],
  arguments: { range: argument.optional('two commits, FROM..TO (default main..HEAD)') },
  flags: { 'sessions-dir': flag.text('the only folder to look for sessions in', 'DIR') },
  returns: conductedSchema,
  async run({ args, flags }, services) {
    const folder = flags['sessions-dir'];
    const audit = trailersAudit(folder === undefined ? undefined : resolve(services.cwd, folder));
    return conductAudit(audit, projectRoot(services), args.range, services);
  },
  render: conductedText,
});

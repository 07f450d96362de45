import { clawable } from '../../../../ctx/src/kit/command.js';
import { projectRoot } from '../../../../ctx/src/kit/files.js';
import { captureAudit } from '../../audit/capture/audit.js';
import { conductAudit } from '../../audit/conduct.js';
import { conductedSchema, conductedText } from './conducted-answer.js';

export default clawable({
  name: 'audit capture',
  group: 'maintain',
  summary: 'Audit the evidence of this project’s sessions, and find sessions without any',
  description:
    'Reads every session of the project, those of ctx and those captured or imported from other agents. A finding is a session that does not verify, was cut off, was deleted since the last checkpoint, or never ended; a transcript that was changed, rewritten, or deleted before its host would; a session that was only imported though its agent was captured by then; and a transcript of this project from the last month that is no session at all. What hosts delete after a month and what was imported before anything was captured is counted, and is no finding. Writes .context/audit/capture.md. Findings are the answer, not a failure.',
  examples: [
    { line: 'ctxctl audit capture', says: 'every session of this project' },
    { line: 'ctxctl audit capture --output-format json', says: 'for a program' },
  ],
  arguments: {},
  flags: {},
  returns: conductedSchema,
  // It speaks of sessions, not of commits: once HEAD moves, there are new ones.
  run: async (_, services) => conductAudit(captureAudit, projectRoot(services), 'HEAD..HEAD', services),
  render: conductedText,
});

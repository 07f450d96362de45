import { clawable } from '../../../../ctx/src/kit/command.js';
import { projectRoot } from '../../../../ctx/src/kit/files.js';
import { captureAudit } from '../../audit/capture/audit.js';
import { conductAudit } from '../../audit/conduct.js';
import { conductedSchema, conductedText } from './conducted-answer.js';

export default clawable({
  name: 'audit capture',
  group: 'maintain',
  summary: 'Audit this project’s sessions, and find agent work that was not captured',
  description:
    'Reads every session of the project: those of ctx, and those captured or imported from other agents. It reports sessions that do not verify, were cut off, never ended, or were deleted since the last checkpoint. It reports transcripts that were changed, rewritten, or deleted earlier than their host deletes them. It also reports sessions that were only imported although their agent was already captured, and transcripts of the last month that have no session. Two things are counted but not reported: transcripts that hosts delete after a month, and sessions imported before capture began. The report goes to .context/audit/capture.md. Findings do not fail the command.',
  examples: [
    { line: 'ctxctl audit capture', says: 'audit every session of this project' },
    { line: 'ctxctl audit capture --output-format json', says: 'the same, as JSON' },
  ],
  arguments: {},
  flags: {},
  returns: conductedSchema,
  // It speaks of sessions, not of commits: once HEAD moves, there are new ones.
  run: async (_, services) => conductAudit(captureAudit, projectRoot(services), 'HEAD..HEAD', services),
  render: conductedText,
});

// The report of one session: its pages, with the state of the signature beside its log.

import type { Services } from '../../cli/command.js';
import { pageLimits, reportFiles } from '../../evidence/report/report-files.js';
import { withSignature } from '../../evidence/report/signed-story.js';
import { type FolderAnswer, type FolderFlags, pathOfSession, writeFolder } from '../evidence-answer.js';

export function oneReport(
  session: string | undefined,
  flags: FolderFlags,
  services: Services,
): Promise<FolderAnswer> {
  const given = { session, command: 'report' };
  const path = pathOfSession(given, flags, services);
  return writeFolder(
    given,
    flags,
    services,
    async () => (story, run_id) => reportFiles(withSignature(story, path), run_id),
    pageLimits,
  );
}

// An agent's last answer, held against what hooks captured of its session so far.

import { isThere } from '../disk/is-there.js';
import { claimFold } from '../evidence/claims/claims-of.js';
import { claimWords, isDoubtful } from '../evidence/claims/judged.js';
import { foreignSessionId, foreignSessionsFolder } from '../session/foreign-sessions.js';
import { readSession } from '../session/reader.js';
import { sessionPath } from '../session/sessions-folder.js';
import { oneLine } from './plain.js';

export interface LastAnswer {
  readonly host: string;
  /** What the host calls the session. */
  readonly session: string;
  readonly output: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A sentence each, with what the log shows. Nothing where the session is not captured: there is no log to hold it against. */
export function doubtfulClaims(
  { host, session, output, root, env }: LastAnswer,
  refuseIfLate: () => void,
): string[] {
  const folder = foreignSessionsFolder(root, env);
  const path = folder === undefined ? undefined : sessionPath(folder, foreignSessionId(host, session));
  if (path === undefined || !isThere(path)) return [];
  const fold = claimFold();
  readSession(path, (record) => {
    if (record.seq % 1000 === 0) refuseIfLate();
    fold.take(record);
  });
  return fold
    .hear(output)
    .filter(isDoubtful)
    .map((claim) => `“${oneLine(claim.sentence, 120)}” (${claimWords(claim)})`);
}

// `ctx verify --commit`: what commits say of sessions, held against the sessions themselves.

import * as t from 'typebox';
import type { Services } from '../cli/command.js';
import { columns, neutral } from '../cli/terminal.js';
import { isThere } from '../disk/is-there.js';
import { anchorStates, type CheckedAnchor, checkAnchors } from '../evidence/attest/check-anchors.js';
import { commitsOf } from '../git/commits.js';
import { gitMissing } from '../git/run-git.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { isSessionId } from '../session/id.js';
import { sessionFolders, sessionPath } from '../session/sessions-folder.js';

export const commitsAnswer = t.Object(
  {
    revisions: t.String(),
    commits: t.Integer(),
    /** Commits that name no session. */
    unnamed: t.Integer(),
    anchors: t.Array(
      t.Object(
        {
          commit: t.String(),
          session_id: t.String(),
          head: t.String(),
          state: t.Enum([...anchorStates]),
          seq: t.Optional(t.Integer()),
          records: t.Optional(t.Integer()),
        },
        closed,
      ),
    ),
  },
  closed,
);

type CommitsAnswer = t.Static<typeof commitsAnswer>;

export function verifyCommits(
  revisions: string,
  sessionsDir: string | undefined,
  services: Services,
): CommitsAnswer {
  const commits = commitsOf(services.cwd, revisions, services.env);
  if (commits === gitMissing) throw fail('git_not_installed', { operation: 'verify', target: revisions });
  if (typeof commits === 'string')
    throw fail('commit_unknown', { operation: 'verify', target: revisions, reason: commits });
  const folders = sessionFolders(services, sessionsDir);
  const fileOf = (id: string) =>
    isSessionId(id) ? folders.map((folder) => sessionPath(folder, id)).find(isThere) : undefined;
  const anchors = checkAnchors(commits, fileOf);
  const named = new Set(anchors.map(({ commit }) => commit));
  const answer = { revisions, commits: commits.length, unnamed: commits.length - named.size, anchors };
  const bad = anchors.filter(({ state }) => state !== 'held');
  const [first] = bad;
  if (first === undefined) return answer;
  throw fail('commit_untrue', {
    operation: 'verify',
    target: first.commit.slice(0, 12),
    first: saying(first),
    more: bad.length - 1,
    details: answer,
  });
}

export function commitsText({ commits, unnamed, anchors }: CommitsAnswer): string {
  if (anchors.length === 0)
    return `No session is named in ${commits === 1 ? 'this commit' : `these ${commits} commits`}.`;
  const rows = anchors.map(({ commit, session_id, seq, records }) => [
    commit.slice(0, 12),
    neutral(session_id),
    `record ${seq} of ${records}`,
  ]);
  const rest = unnamed === 0 ? '' : `${unnamed} of ${commits} commits name no session.\n`;
  return `pass: every session that is named holds what the commit names\n${columns(rows)}${rest}`;
}

function saying({ session_id, state }: CheckedAnchor): string {
  switch (state) {
    case 'session_missing':
      return `the session ${session_id} is not here (${state})`;
    case 'head_missing':
      return `the session ${session_id} lacks the record that the commit names: it was cut off or written again (${state})`;
    case 'session_fails':
      return `the session ${session_id} does not hold (${state})`;
    default:
      return `${session_id} is no trailer that ctx writes (${state})`;
  }
}

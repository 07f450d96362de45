// Each finding of the trailer audit in one line: what is wrong, by which code, and what to do next.

import type { AuditedCommit } from './commits.js';
import type { JudgedAnchor } from './notes.js';
import type { Unnamed } from './unnamed.js';

export function messageFindings({ commit, malformed, misplaced }: AuditedCommit): string[] {
  const ids = [...new Set(misplaced.map(({ session_id }) => `\`${session_id}\``))];
  return [
    ...(malformed === 0
      ? []
      : [
          line(
            commit,
            'has a Ctx-Session line that is not `Ctx-Session: ID sha256:HEAD`',
            'trailer_malformed',
            'write the line that `ctx sign SESSION --git-trailer` prints',
          ),
        ]),
    ...(ids.length === 0
      ? []
      : [
          line(
            commit,
            `names ${ids.join(', ')} where git finds no trailer (a squash, or text behind it)`,
            'trailer_misplaced',
            'move the Ctx-Session lines into the last paragraph of the message',
          ),
        ]),
  ];
}

export function anchorFinding({ commit, session_id: id, state, seq, records }: JudgedAnchor): string[] {
  const short = commit.slice(0, 12);
  switch (state) {
    case 'session_missing':
      return [
        line(
          commit,
          `names session \`${id}\`, which is not here`,
          state,
          'restore its log, or put it into a folder and run the audit with `--sessions-dir FOLDER`',
        ),
      ];
    case 'head_missing':
      return [
        line(
          commit,
          `names a record that session \`${id}\` does not have (it has ${records}): it was cut off or written again since`,
          state,
          `compare a copy with \`ctx verify --commit ${short} --sessions-dir FOLDER\``,
        ),
      ];
    case 'session_fails':
      return [
        line(
          commit,
          `names session \`${id}\`, which does not verify${seq === undefined ? ', and lacks the record that the commit names' : ''}`,
          state,
          `see \`ctx verify ${id}\``,
        ),
      ];
    case 'record_later':
      return [
        line(
          commit,
          `names record ${seq} of session \`${id}\`, which was written more than a day after the commit`,
          state,
          'ask who added the trailer; the commit cannot have come from that record',
        ),
      ];
    default:
      return [];
  }
}

export function unnamedFinding({ commit, because, session }: Unnamed): string {
  const next =
    session === undefined
      ? 'import the session that made it (`ctx import HOST`), and name sessions from now on: `ctx init --hooks --git`'
      : `name it in the message while it is not pushed: \`ctx sign ${session} --git-trailer\`; from now on: \`ctx init --hooks --git\``;
  return line(commit, `names no session, and ${because}`, 'trailer_missing', next);
}

export function signatureFinding(id: string, state: string): string[] {
  if (state !== 'invalid') return [];
  return [
    `Session \`${id}\` has a signature that does not fit its statement (signature_invalid). Next: see \`ctx verify ${id} --signers FILE\`.`,
  ];
}

function line(commit: string, what: string, code: string, next: string): string {
  return `\`${commit.slice(0, 12)}\` ${what} (${code}). Next: ${next}.`;
}

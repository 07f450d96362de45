// The audit of capture: sessions that do not hold, that never ended, whose transcripts are gone or changed, and sessions of
// agents that nobody recorded.

import { isThere, projectRoot, readText, realFolder } from '../../../../ctx/src/kit/files.js';
import {
  changedSources,
  checkpointFile,
  keptTranscripts,
  readCheckpoint,
  sessionFiles,
  sessionFolders,
  sessionPath,
  transcriptHosts,
} from '../../../../ctx/src/kit/sessions.js';
import type { Audit, AuditSurroundings } from '../conduct.js';
import { type Counts, findingLine, notesOn } from './finding-lines.js';
import { type LookedAt, lookAt } from './look.js';

const dayMs = 24 * 3_600_000;
/** Hosts delete their own transcripts after a month, and nobody can be asked about what is older. */
const monthMs = 30 * dayMs;
/** What is younger may still be under way. */
const hourMs = 3_600_000;

export const captureAudit: Audit = {
  kind: 'capture',
  needsCleanTree: false,
  examine(root, _, { env, now }) {
    const known = checkpointOf(root, env);
    const folders = sessionFolders({ cwd: root, env });
    const sessions = folders
      .flatMap((folder) => sessionFiles(folder).ids.map((id) => ({ id, file: sessionPath(folder, id) })))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, file }) => lookAt(id, file, known.heads.get(id)?.head, env));
    const counts: Counts = { sessions: sessions.length, goneWithTime: 0, importedBefore: 0, unread: 0 };
    const captureBegan = firstCaptures(sessions);
    return {
      title: 'Capture audit',
      findings: [
        ...(known.problem === undefined
          ? []
          : [findingLine('checkpoint_broken', '', String(known.problem.line))]),
        ...deletedOf(known.heads, sessions),
        ...sessions.flatMap((one) => findingsOf(one, captureBegan, counts, { env, now })),
        ...withoutSession(root, new Set(sessions.map(({ id }) => id)), counts, { env, now }),
      ],
      notes: notesOn(counts),
    };
  },
};

function checkpointOf(root: string, env: AuditSurroundings['env']) {
  const file = checkpointFile(root, env);
  return readCheckpoint(file === undefined || !isThere(file) ? '' : readText(file));
}

function deletedOf(known: ReadonlyMap<string, unknown>, sessions: readonly LookedAt[]): string[] {
  const there = new Set(sessions.map(({ id }) => id));
  const gone = [...known.keys()].filter((id) => !there.has(id)).sort();
  return gone.map((id) => findingLine('session_deleted', id));
}

/** When the first session of each host was captured in this project. */
function firstCaptures(sessions: readonly LookedAt[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const { host, origin, began } of sessions)
    if (host !== undefined && origin === 'captured')
      first.set(host, Math.min(began, first.get(host) ?? began));
  return first;
}

function findingsOf(
  session: LookedAt,
  captureBegan: ReadonlyMap<string, number>,
  counts: Counts,
  { env, now }: AuditSurroundings,
): string[] {
  const { id, file, host = '', origin, fails } = session;
  if (fails !== undefined) return [findingLine('session_fails', id, fails)];
  const found = session.isCutOff ? [findingLine('session_cut_off', id)] : [];
  if (session.isOpen && now - session.ended > dayMs) found.push(findingLine('never_ended', id, host));
  if (origin === 'imported') {
    if (session.began > (captureBegan.get(host) ?? Number.POSITIVE_INFINITY))
      found.push(findingLine('not_captured', id, host));
    else counts.importedBefore += 1;
  }
  if (session.wasRewritten) found.push(findingLine('transcript_rewritten', id, host));
  if (origin === undefined) return found;
  for (const { seq, code } of changedSources(file, env)) {
    const isOld = now - (session.observed.get(seq) ?? session.ended) > monthMs;
    if (code === 'source_changed') found.push(findingLine('transcript_changed', id, String(seq)));
    else if (isOld) counts.goneWithTime += 1;
    else found.push(findingLine('transcript_deleted', id, String(seq)));
  }
  return found;
}

/** Transcripts of this project that are no session. */
function withoutSession(
  root: string,
  ids: ReadonlySet<string>,
  counts: Counts,
  { env, now }: AuditSurroundings,
): string[] {
  const here = realFolder(root);
  const isOfProject = (folder: string) => realFolder(projectRoot({ cwd: folder, env })) === here;
  return transcriptHosts.flatMap((host) => {
    const wanted = { since: now - monthMs, root: here, isOfProject, env };
    const { transcripts, unread } = keptTranscripts(host, wanted);
    counts.unread += unread;
    return transcripts
      .filter(({ session_id, changedMs }) => !ids.has(session_id) && now - changedMs > hourMs)
      .map(({ session_id }) => findingLine('session_missing', session_id, host))
      .sort();
  });
}

// The audit of trailers: who made each commit of a range, and whether the sessions that it names are there and hold what it
// names. A report is relayed to a model, so nothing that a stranger can write into a commit stands in it: no subject, no name.

import { isThere } from '../../../../ctx/src/kit/files.js';
import {
  type CheckedAnchor,
  checkAnchors,
  isSessionId,
  sessionFiles,
  sessionFolders,
  sessionPath,
  signatureState,
} from '../../../../ctx/src/kit/sessions.js';
import type { Audit } from '../conduct.js';
import { type AuditedCommit, commitsIn } from './commits.js';
import { anchorFinding, messageFindings, signatureFinding, unnamedFinding } from './finding-lines.js';
import { type JudgedAnchor, notesOn, type Origin } from './notes.js';
import { unnamedWork } from './unnamed.js';

/** `sessionsDir`: where the sessions of everybody were put together; then each that is missing counts. */
export function trailersAudit(sessionsDir: string | undefined): Audit {
  return {
    kind: 'trailers',
    needsCleanTree: false,
    examine(root, range, { env }) {
      const commits = commitsIn(root, range, env);
      const folders = sessionFolders({ cwd: root, env }, sessionsDir);
      const fileOf = (id: string) =>
        isSessionId(id) ? folders.map((folder) => sessionPath(folder, id)).find(isThere) : undefined;
      const sessions = folders.flatMap((folder) => {
        const { ids, changed } = sessionFiles(folder);
        return ids.map((id, i) => ({ id, file: sessionPath(folder, id), changedMs: changed[i] ?? 0 }));
      });
      const { standings, origins } = held(commits, fileOf, sessionsDir !== undefined);
      const unnamed = unnamedWork(root, commits, sessions);
      const [standingsOf, unnamedOf] = [byCommit(standings), byCommit(unnamed)];
      const signatures = signatureStates(origins, fileOf);
      return {
        title: 'Trailer audit',
        findings: [
          ...commits.flatMap((one) => [
            ...messageFindings(one),
            ...(standingsOf.get(one.commit) ?? []).flatMap((each) =>
              each.isOthers ? [] : anchorFinding(each),
            ),
            ...(unnamedOf.get(one.commit) ?? []).map(unnamedFinding),
          ]),
          ...[...signatures].flatMap(([id, state]) => signatureFinding(id, state)),
        ],
        notes: notesOn(commits, standings, unnamed, origins, signatures),
      };
    },
  };
}

function byCommit<T extends { readonly commit: string }>(items: readonly T[]): Map<string, T[]> {
  const grouped = new Map<string, T[]>();
  for (const item of items) {
    const before = grouped.get(item.commit);
    if (before === undefined) grouped.set(item.commit, [item]);
    else before.push(item);
  }
  return grouped;
}

/** Each trailer with where it stands, and what is known of the sessions behind them. */
function held(
  commits: readonly AuditedCommit[],
  fileOf: (id: string) => string | undefined,
  countsEverybody: boolean,
): { standings: JudgedAnchor[]; origins: Map<string, Origin> } {
  const wanted = new Set(commits.flatMap(({ trailers }) => trailers.map(({ head }) => head)));
  const times = new Map<string, number>();
  const origins = new Map<string, Origin>();
  const anchors = checkAnchors(
    commits.map(({ commit, trailers }) => ({ commit, trailers, malformed: [] })),
    fileOf,
    (id, record) => {
      if (record.type === 'session.opened')
        origins.set(id, {
          agent: record.origin?.agent.name ?? 'ctx',
          kind: record.origin?.kind,
          head: record.hash,
        });
      const origin = origins.get(id);
      if (origin !== undefined) origin.head = record.hash;
      if (wanted.has(record.hash)) times.set(record.hash, Date.parse(record.at));
    },
  );
  const byName = new Map(commits.map((one) => [one.commit, one]));
  return {
    origins,
    standings: anchors.map((anchor) => standingOf(anchor, byName.get(anchor.commit), times, countsEverybody)),
  };
}

/** Clocks differ between machines, and a commit can be given a date. */
const slackMs = 24 * 3_600_000;

function standingOf(
  anchor: CheckedAnchor,
  commit: AuditedCommit | undefined,
  times: ReadonlyMap<string, number>,
  countsEverybody: boolean,
): JudgedAnchor {
  // What somebody else ran lies with them; whether it holds, only they can say.
  const isOthers = anchor.state === 'session_missing' && commit?.isOwn === false && !countsEverybody;
  const isLater = anchor.state === 'held' && (times.get(anchor.head) ?? 0) > (commit?.at ?? 0) + slackMs;
  return { ...anchor, isOthers, ...(isLater && { state: 'record_later' as const }) };
}

function signatureStates(
  origins: ReadonlyMap<string, Origin>,
  fileOf: (id: string) => string | undefined,
): Map<string, 'valid' | 'partial' | 'invalid' | 'unchecked'> {
  return new Map(
    [...origins].flatMap(([id, { head }]) => {
      const file = fileOf(id);
      const found = file === undefined ? undefined : signatureState(file, head);
      return found === undefined ? [] : [[id, found.state]];
    }),
  );
}

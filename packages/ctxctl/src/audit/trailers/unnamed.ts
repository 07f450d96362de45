// Commits that an agent seems to have made and that name no session: by its own word, by what git told a session, or
// because a session changed all of their files just before.

import { type AuditedCommit, pathsChanged } from './commits.js';
import { type SessionWork, workIn } from './work-in-sessions.js';

export interface FoundSession {
  readonly id: string;
  readonly file: string;
  readonly changedMs: number;
}

export interface Unnamed {
  readonly commit: string;
  /** Why it seems to be an agent's. */
  readonly because: string;
  /** The session, where one is known. */
  readonly session?: string;
}

/** `sessions`: those of the project, by id. Each is read at most once, and only one that was written to since the range began. */
export function unnamedWork(
  root: string,
  commits: readonly AuditedCommit[],
  sessions: readonly FoundSession[],
): Unnamed[] {
  const bare = commits.filter((one) => !one.isMerge && namesNone(one));
  const oldest = Math.min(...bare.map(({ at }) => at));
  const works = sessions
    .filter(({ changedMs }) => changedMs >= oldest - slackMs)
    .map(({ id, file }) => ({ id, work: workIn(file, root) }))
    .filter(({ work }) => work.commits.size + work.changed.size > 0);
  const paths = pathsChanged(root, works.length === 0 ? [] : bare.map(({ commit }) => commit));
  return bare.flatMap((one) => reasonFor(one, works, paths.get(one.commit) ?? new Set()));
}

function namesNone({ trailers, malformed, misplaced }: AuditedCommit): boolean {
  return trailers.length + malformed + misplaced.length === 0;
}

/** Clocks of file systems are coarse, and a session writes its last records after the commit. */
const slackMs = 2_000;
/** What was changed longer before a commit may have been changed by anybody since. */
const longestBeforeMs = 24 * 3_600_000;

interface Work {
  readonly id: string;
  readonly work: SessionWork;
}

function reasonFor(
  { commit, at, agent }: AuditedCommit,
  works: readonly Work[],
  paths: ReadonlySet<string>,
): Unnamed[] {
  const made = works.find(({ work }) => [...work.commits].some((name) => commit.startsWith(name)));
  if (made !== undefined)
    return [
      { commit, because: `git told session \`${made.id}\` that it made this commit`, session: made.id },
    ];
  const changed = works.find(({ work }) => changedAll(work, paths, at));
  if (agent !== undefined)
    return [
      {
        commit,
        because: `its message names ${agent}`,
        ...(changed !== undefined && { session: changed.id }),
      },
    ];
  if (changed === undefined) return [];
  const files = paths.size === 1 ? 'its file' : `all ${paths.size} of its files`;
  return [
    { commit, because: `session \`${changed.id}\` changed ${files} in the day before`, session: changed.id },
  ];
}

function changedAll({ changed }: SessionWork, paths: ReadonlySet<string>, at: number): boolean {
  const isInTime = (time: number) => time <= at + slackMs && time > at - longestBeforeMs;
  return paths.size > 0 && [...paths].every((path) => changed.get(path)?.some(isInTime) ?? false);
}

// What sessions say that they committed or changed, for commits that name none of them.

import { isAbsolute, posix, relative } from 'node:path';
import { happenedAt, readSession } from '../../../../ctx/src/kit/sessions.js';

export interface SessionWork {
  /** Commits that git told the session it had made, by the beginnings of their names. */
  readonly commits: ReadonlySet<string>;
  /** When each file was changed last, by its path in the project; milliseconds since 1970. */
  readonly changed: ReadonlyMap<string, readonly number[]>;
}

/** A session that breaks says what it says up to there. */
export function workIn(file: string, root: string): SessionWork {
  const commits = new Set<string>();
  const changed = new Map<string, number[]>();
  /** Calls that may commit, and calls that write a file. */
  const committing = new Set<string>();
  const writing = new Map<string, string>();
  let workspace = '.';
  const note = (path: string, at: string) =>
    changed.set(path, [...(changed.get(path) ?? []), Date.parse(at)]);
  readSession(file, (record) => {
    if (record.type === 'run.opened') workspace = record.settings.workspace ?? '.';
    else if (record.type === 'tool.requested') {
      if (runsCommit(record)) committing.add(record.call_id);
      const path = pathWritten(record);
      if (path !== undefined) writing.set(record.call_id, path);
    } else if (record.type === 'tool.returned') {
      if (committing.delete(record.call_id))
        for (const name of commitsToldIn(record.output)) commits.add(name);
      const path = writing.get(record.call_id);
      const inside = path === undefined || record.is_error ? undefined : inProject(path, workspace, root);
      if (inside !== undefined) note(inside, happenedAt(record));
      writing.delete(record.call_id);
    } else if (record.type === 'workspace.changed' && record.by !== 'outside')
      for (const { path } of record.paths) note(posix.join(workspace, path), happenedAt(record));
  });
  return { commits, changed };
}

function runsCommit({ input }: { readonly input: unknown }): boolean {
  return /\bgit\b[^\n]*\bcommit\b/.test(JSON.stringify(input));
}

/** `[main 1a2b3c4] Subject`, as git prints it. */
function commitsToldIn(output: string): string[] {
  return [...output.matchAll(/^\[[^\]\n]* ([0-9a-f]{7,40})\] /gm)].flatMap(([, name]) => name ?? []);
}

/** Of a tool whose name says that it writes one file. */
function pathWritten({
  tool,
  input,
}: {
  readonly tool: string;
  readonly input: unknown;
}): string | undefined {
  if (!/write|edit|replace/i.test(tool) || typeof input !== 'object' || input === null) return undefined;
  const { file_path, path, filePath }: Readonly<Record<string, unknown>> = { ...input };
  return [file_path, path, filePath].find((value) => typeof value === 'string');
}

function inProject(path: string, workspace: string, root: string): string | undefined {
  const inside = isAbsolute(path) ? relative(root, path) : posix.join(workspace, path);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? undefined : inside;
}

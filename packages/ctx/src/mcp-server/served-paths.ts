// What a host may name through `ctx mcp`: sessions and files of this project, and nothing else on the machine.

import { resolve } from 'node:path';
import { isInside } from '../disk/inside.js';
import { projectRoot, type Whereabouts } from '../project/root.js';
import { Failure } from '../protocol/failure.js';
import { sessionFile, sessionsFolder } from '../session/sessions-folder.js';

/** The fields that name a session or a place, by tool. */
const fields: Readonly<
  Record<string, { readonly sessions?: readonly string[]; readonly folders?: readonly string[] }>
> = {
  load_session: { sessions: ['session'] },
  verify: { sessions: ['path', 'session'] },
  scan_repo: { folders: ['dir'] },
};

/** The first value that leads out of the project. */
export function leadsOutside(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  surroundings: Whereabouts,
): string | undefined {
  const { sessions = [], folders = [] } = fields[tool] ?? {};
  const root = projectRoot(surroundings);
  const kept = sessionsFolder(surroundings);
  const isOurs = (path: string) =>
    resolve(path) === resolve(root) || isInside(root, path) || isInside(kept, path);
  const given = (names: readonly string[]) => names.flatMap((name) => input[name] ?? []).map(String);
  return (
    given(sessions).find((session) => !isOurs(fileOf(session, kept, surroundings.cwd))) ??
    given(folders).find((folder) => !isOurs(resolve(surroundings.cwd, folder)))
  );
}

/** What is no session's name at all is told so by the command itself. */
function fileOf(session: string, folder: string, cwd: string): string {
  try {
    return sessionFile(session, folder, cwd);
  } catch (error) {
    if (error instanceof Failure) return resolve(cwd, session);
    throw error;
  }
}

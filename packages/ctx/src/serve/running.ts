// Which servers of this user run: each leaves a note with its address while it does.

import { dirname, join } from 'node:path';
import { writeAtomically } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { namesIn } from '../disk/names-in.js';
import { readOwnFile } from '../disk/own-file.js';
import { isRunning } from '../disk/process-identity.js';
import { removeIfPossible } from '../disk/remove-if-possible.js';
import { type Environment, userFolder } from '../disk/user-folder.js';
import { fail } from '../protocol/codes.js';
import { isMembers } from '../protocol/members.js';
import { fittingJson } from '../protocol/parsed-json.js';

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** ISO 8601. */
  readonly since: string;
  readonly tokenFile: string;
}

/** Gives back what takes the note away. Without a home there is no place for it, and nobody who would look. */
export function noteRunning(server: RunningServer, env: Environment): () => void {
  const folder = notesFolder(env);
  if (folder === undefined) return () => {};
  const file = join(folder, `${server.pid}.json`);
  makeFolders(dirname(file), 0o700);
  writeAtomically(file, `${JSON.stringify(server)}\n`, 0o600);
  return () => removeIfPossible(file);
}

/** A server that was killed left its note, which is taken away. */
export function runningServers(env: Environment): RunningServer[] {
  const folder = notesFolder(env);
  if (folder === undefined) return [];
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const said = noteIn(path);
    if (said === undefined) return [];
    if (isRunning(said.pid, null)) return [said];
    removeIfPossible(path);
    return [];
  });
}

function noteIn(path: string): RunningServer | undefined {
  const unusable = (reason: string, cause?: unknown) =>
    fail('file_unreadable', { operation: 'read', target: path, reason, cause });
  const text = readOwnFile({ path, withheld: 'change', unusable });
  const value = fittingJson(text ?? '', isMembers);
  if (value === undefined) return undefined;
  const { url, pid, since, tokenFile } = value;
  return typeof url === 'string' && typeof since === 'string' && typeof tokenFile === 'string' && isPid(pid)
    ? { url, pid, since, tokenFile }
    : undefined;
}

function isPid(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function notesFolder(env: Environment): string | undefined {
  const state = userFolder('state', env);
  return state === undefined ? undefined : join(state, 'serve', 'running');
}

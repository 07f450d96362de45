// What this machine keeps of a session that it gave away: where it went, how to find it again, and the record by which the other side
// says that it has it. Whether it was given away stands in the session's own log.

import { join } from 'node:path';
import { writeAtomically } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { homeUnusable } from '../disk/home-folder.js';
import { isThere } from '../disk/is-there.js';
import { readText } from '../disk/read.js';
import { type Environment, userFolder } from '../disk/user-folder.js';
import { isMembers } from '../protocol/members.js';

export interface Outgoing {
  readonly ticket: string;
  readonly session_id: string;
  /** As the person named it, so that the session can be asked back. */
  readonly target: string;
  readonly into: string;
  /** The machine and the folder. */
  readonly peer: string;
  /** As the other side sealed it. */
  readonly receipt?: string;
}

/** Where sessions on their way are kept, outside of any project; `in` and `out` lie in it. */
export function teleportsFolder(env: Environment): string {
  const state = userFolder('state', env);
  if (state === undefined) throw homeUnusable(env);
  return join(state, 'teleports');
}

/** By the hash of its first record. */
export function outgoingOf(first: string, env: Environment): Outgoing | undefined {
  const file = fileFor(first, env);
  if (!isThere(file)) return undefined;
  const value: unknown = JSON.parse(readText(file));
  if (!isMembers(value)) return undefined;
  const { ticket, session_id, target, into, peer, receipt } = value;
  if ([ticket, session_id, target, into, peer].some((one) => typeof one !== 'string')) return undefined;
  return {
    ticket: String(ticket),
    session_id: String(session_id),
    target: String(target),
    into: String(into),
    peer: String(peer),
    ...(typeof receipt === 'string' && { receipt }),
  };
}

export function keepOutgoing(first: string, outgoing: Outgoing, env: Environment): void {
  makeFolders(join(teleportsFolder(env), 'out'), 0o700);
  writeAtomically(fileFor(first, env), `${JSON.stringify(outgoing)}\n`, 0o600);
}

function fileFor(first: string, env: Environment): string {
  return join(teleportsFolder(env), 'out', `${first.replace(/^sha256:/, '')}.json`);
}

// The scratch copies of a fleet's sessions, put into this project as the store kept them: their workers have none left.

import { join } from 'node:path';
import { isThere } from '../../../disk/is-there.js';
import { keptWorkspaces } from '../../../fleet/kept-workspaces.js';
import { restoreWorkspaces } from '../../../fleet/restore-workspaces.js';
import { sessionId } from '../../../session/id.js';
import type { FleetState } from '../../../store/fleet-state.js';
import type { Statements } from '../../../store/postgres/connections.js';
import { snapshotOf } from '../../../store/postgres/shared-log.js';

/** Where a session's copy is now; or why it is not here. */
export interface GivenOut {
  readonly session_id: string;
  readonly path?: string;
  readonly missing?: string;
}

interface From {
  readonly connections: Statements;
  /** The logs, as files. */
  readonly sessions: string;
  readonly root: string;
}

/** Those that have ended and changed something. One that is here already stays as it is. */
export async function giveOut({ sessions }: FleetState, from: From): Promise<GivenOut[]> {
  const given: GivenOut[] = [];
  for (const { queued, state, log, logs } of sessions.values()) {
    const path = join(from.sessions, `${sessionId(log)}.jsonl`);
    if (state === 'running' || logs.get(log)?.head === undefined) continue;
    if (!keptWorkspaces(path).some(({ settings }) => settings.scratch)) continue;
    given.push({ session_id: queued.session_id, ...(await copyOf(queued.session_id, log, path, from)) });
  }
  return given;
}

async function copyOf(session: string, log: string, path: string, { connections, root }: From) {
  const place = join('.context', 'scratch', log);
  if (isThere(join(root, place))) return { path: place };
  const restored = await restoreWorkspaces({
    root,
    session_id: log,
    path,
    wasHere: false,
    log: { keptFiles: (tree) => snapshotOf(connections, session, tree) },
    scratchAlone: true,
  });
  return 'unrestored' in restored ? { missing: restored.unrestored } : { path: place };
}

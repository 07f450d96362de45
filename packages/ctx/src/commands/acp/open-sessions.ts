// The sessions that are open here, of all clients. Those of an editor end with it; those of a server stay while somebody watches them, or a turn
// is under way.

import { RpcError, rpcCodes } from '../../acp/rpc-error.js';
import type { Conducted } from '../../runs/conducted.js';
import type { EditorSession } from './editor-session.js';
import type { Viewer } from './viewer.js';

export interface OpenSessions {
  /** How long a question waits where nobody is connected; nothing where sessions end with their client. */
  readonly waitMs: number | undefined;
  /** A session that is open, by its id and the project that it belongs to. */
  find(id: string, root: string): EditorSession | undefined;
  all(): readonly EditorSession[];
  /** Throws where there are too many. One that is open under the same id ends first. */
  put(root: string, make: () => EditorSession): Promise<EditorSession>;
  /** They watch it no more. Where nobody does, it ends as soon as its turn is over. */
  left(session: EditorSession, viewer: Viewer): Promise<void>;
  /** Called when a prompt is over. */
  settled(session: EditorSession): Promise<void>;
  /** What came of it since it was opened; nothing where nothing was asked of it. */
  close(session: EditorSession): Promise<Conducted | undefined>;
  /** Every log is closed afterwards. */
  end(): Promise<void>;
}

/** Each holds a log open. */
const mostSessions = 64;

export function openSessions(waitMs: number | undefined): OpenSessions {
  const sessions = new Map<string, EditorSession>();
  const keyOf = (id: string, root: string) => `${root}\0${id}`;

  async function close(session: EditorSession): Promise<Conducted | undefined> {
    for (const [key, known] of sessions) if (known === session) sessions.delete(key);
    return session.close();
  }
  async function closeUnwatched(session: EditorSession): Promise<void> {
    if (session.watched === 0 && (waitMs === undefined || !session.isBusy)) await close(session);
  }

  return {
    waitMs,
    find: (id, root) => sessions.get(keyOf(id, root)),
    all: () => [...sessions.values()],
    async put(root, make) {
      const session = make();
      const key = keyOf(session.id, root);
      const before = sessions.get(key);
      if (before === undefined && sessions.size >= mostSessions)
        throw new RpcError(
          rpcCodes.internalError,
          `${mostSessions} sessions are open already; close one first`,
        );
      sessions.set(key, session);
      await before?.close();
      return session;
    },
    async left(session, viewer) {
      session.leave(viewer);
      await closeUnwatched(session);
    },
    settled: closeUnwatched,
    close,
    async end() {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.all(open.map((session) => session.close()));
    },
  };
}

// The sessions that are open here, of all clients. Those of an editor end with it; those of a server stay while somebody watches them, or a turn
// is under way.

import { RpcError, rpcCodes } from '../acp/rpc-error.js';
import type { Conducted } from '../runs/conducted.js';
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
  /** Those whose logs are being closed: whoever wants one again waits for that. */
  const closing = new Map<string, Promise<unknown>>();
  let hasEnded = false;
  const keyOf = (id: string, root: string) => `${root}\0${id}`;

  async function close(session: EditorSession): Promise<Conducted | undefined> {
    const [key] = [...sessions].find(([, known]) => known === session) ?? [];
    if (key === undefined) return session.close();
    sessions.delete(key);
    const closed = session.close();
    closing.set(key, closed);
    try {
      return await closed;
    } finally {
      if (closing.get(key) === closed) closing.delete(key);
    }
  }
  async function closeUnwatched(session: EditorSession): Promise<void> {
    if (session.watched === 0 && (waitMs === undefined || !session.isBusy)) await close(session);
  }

  return {
    waitMs,
    find: (id, root) => sessions.get(keyOf(id, root)),
    all: () => [...sessions.values()],
    async put(root, make) {
      if (hasEnded) throw new RpcError(rpcCodes.internalError, 'the server is ending');
      const session = make();
      const key = keyOf(session.id, root);
      const before = sessions.get(key);
      if (before === undefined && sessions.size >= mostSessions)
        throw new RpcError(
          rpcCodes.internalError,
          `${mostSessions} sessions are open already; close one first`,
        );
      sessions.set(key, session);
      await closing.get(key);
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
      hasEnded = true;
      await Promise.all([...closing.values(), ...[...sessions.values()].map(close)]);
    },
  };
}

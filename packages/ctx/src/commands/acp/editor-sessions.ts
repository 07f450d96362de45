// The sessions of one client, as it asks for them.

import { realpathSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Connection } from '../../acp/connection.js';
import { listOf, membersOf, textOf, wantedText } from '../../acp/fields.js';
import { invalidParams, RpcError, rpcCodes } from '../../acp/rpc-error.js';
import type { Services } from '../../cli/command.js';
import { isWithin } from '../../disk/within.js';
import {
  type EditorSession,
  editorSession,
  type OpenedSession,
  type SessionGiven,
} from '../../editor/editor-session.js';
import { eventViewer } from '../../editor/event-viewer.js';
import { keptServers } from '../../editor/handed-servers.js';
import type { ClientOffers } from '../../editor/offers.js';
import type { OpenSessions } from '../../editor/open-sessions.js';
import { promptText } from '../../editor/prompt-text.js';
import { editorViewer } from '../../editor/session-updates.js';
import { listedSessions, tellPast } from '../../editor/stored-sessions.js';
import type { Viewer } from '../../editor/viewer.js';
import { projectRoot } from '../../project/root.js';
import type { Members } from '../../protocol/members.js';
import { randomIds } from '../../time/ids.js';
import { talkAnswer } from '../session-answer.js';
import type { AcpFlags } from './acp-flags.js';
import { termsWithin } from './client-terms.js';
import { conductFor } from './conduct-session.js';
import { promptResponse } from './prompt-response.js';

export interface EditorSessions {
  newSession(params: Members): Promise<object>;
  load(params: Members): Promise<object>;
  resume(params: Members): Promise<object>;
  list(params: Members): object;
  close(params: Members): Promise<object>;
  prompt(params: Members): Promise<object>;
  setMode(params: Members): Promise<object>;
  setOption(params: Members): Promise<object>;
  cancel(params: Members): void;
  /** The client is gone. */
  end(): Promise<void>;
}

export interface ClientGiven {
  readonly connection: Connection;
  readonly offers: ClientOffers;
  readonly flags: AcpFlags;
  readonly note: (text: string) => void;
  readonly open: OpenSessions;
  /** Where it is, of a client from elsewhere. */
  readonly from: string | undefined;
  /** The folder that its sessions stay below; any where nothing is said. */
  readonly within: string | undefined;
}

interface Watched {
  readonly session: EditorSession;
  readonly viewer: Viewer;
}

export function editorSessions(given: ClientGiven, services: Services): EditorSessions {
  const { connection, offers, flags, note, open, from, within } = given;
  const watched = new Map<string, Watched>();
  const isRemote = within !== undefined;
  const ids = randomIds(services.clock);

  function watchedOf({ sessionId }: Members): Watched {
    const found = watched.get(wantedText(sessionId, 'sessionId'));
    if (found === undefined)
      throw new RpcError(rpcCodes.resourceNotFound, 'no such session is open; session/load opens one');
    return found;
  }
  const viewerOf = (id: string, root: string) =>
    offers.events ? eventViewer(id, connection, from) : editorViewer(id, connection, offers, from, root);
  function watch(session: EditorSession, viewer: Viewer): void {
    const before = watched.get(session.id);
    before?.session.leave(before.viewer);
    watched.set(session.id, { session, viewer });
    session.join(viewer);
  }
  async function opened(id: string, params: Members, last?: OpenedSession['last']) {
    const cwd = folderOf(params, within);
    const terms = termsWithin(flags, offers.events ? membersOf(params['_meta'])['ctx'] : undefined);
    const root = projectRoot({ cwd, env: services.env });
    if (isRemote && listOf(params['mcpServers']).length > 0)
      throw invalidParams(
        'mcpServers: a client elsewhere names no programs here; .mcp.json of the project does',
      );
    const file = keptServers(params['mcpServers'], root, services.env);
    const handed = file === undefined ? [] : [file];
    const about: SessionGiven = {
      usual: terms.flags,
      waitMs: open.waitMs,
      conduct: (task, prompted, conducting) =>
        conductFor(task, { ...prompted, ...terms, note, isRemote }, conducting, services),
      respond: (end, wasCancelled, isCtx) => promptResponse(end, wasCancelled, isCtx, services.signal),
    };
    return open.put(root, () => editorSession({ id, cwd, handed, last }, about, services));
  }
  const stateOf = async ({ session }: Watched) => ({
    modes: session.modes(),
    configOptions: await session.options(),
    ...(offers.events && { _meta: { ctx: { busy: session.isBusy } } }),
  });
  /** What an editor may offer is told once it knows the session. */
  const welcome = async ({ session, viewer }: Watched): Promise<object> => {
    const state = await stateOf({ session, viewer });
    session.welcome(viewer);
    setImmediate(() => session.introduce(viewer));
    return state;
  };

  async function loaded(params: Members, tells: boolean): Promise<object> {
    const id = wantedText(params['sessionId'], 'sessionId');
    const cwd = folderOf(params, within);
    const root = projectRoot({ cwd, env: services.env });
    const viewer = viewerOf(id, root);
    const place = { ...services, cwd };
    const running = open.find(id, root);
    // One that somebody else uses, or whose turn is under way, is joined as it is.
    if (running !== undefined && (running.isBusy || running.watched > 0)) {
      watch(running, viewer);
      // Of a session whose first record is yet to be written there is nothing to tell.
      if (running.hasLog) await tellPast(id, place, tells ? viewer : undefined);
      return welcome({ session: running, viewer });
    }
    const last = await tellPast(id, place, tells ? viewer : undefined);
    // Somebody else may have opened it meanwhile: two of it would keep each other out of the log.
    const session = open.find(id, root) ?? (await opened(id, params, last));
    watch(session, viewer);
    return welcome({ session, viewer });
  }

  return {
    async newSession(params) {
      const session = await opened(ids.next(), params);
      const viewer = viewerOf(session.id, projectRoot({ cwd: session.cwd, env: services.env }));
      watch(session, viewer);
      return { sessionId: session.id, ...(await welcome({ session, viewer })) };
    },
    load: (params) => loaded(params, true),
    resume: (params) => loaded(params, false),
    list({ cwd, cursor }) {
      const folder = cwd === undefined || cwd === null ? services.cwd : folderOf({ cwd }, within);
      return listedSessions({ ...services, cwd: folder }, textOf(cursor));
    },
    async close(params) {
      const { session, viewer } = watchedOf(params);
      watched.delete(session.id);
      session.leave(viewer);
      const conducted = session.watched === 0 ? await open.close(session) : undefined;
      if (!viewer.isCtx || conducted === undefined) return {};
      return { _meta: { ctx: { answer: talkAnswer(conducted) } } };
    },
    async prompt(params) {
      const { session, viewer } = watchedOf(params);
      try {
        return await session.prompt(promptText(params['prompt'], session.cwd), viewer);
      } finally {
        await open.settled(session);
      }
    },
    async setMode(params) {
      await watchedOf(params).session.setMode(params['modeId']);
      return {};
    },
    async setOption(params) {
      const { session } = watchedOf(params);
      const { configId, value } = membersOf(params);
      await session.setOption(wantedText(configId, 'configId'), wantedText(value, 'value'));
      return { configOptions: await session.options() };
    },
    cancel({ sessionId }) {
      watched.get(textOf(sessionId) ?? '')?.session.cancel();
    },
    async end() {
      const all = [...watched.values()];
      watched.clear();
      await Promise.all(all.map(({ session, viewer }) => open.left(session, viewer)));
    },
  };
}

function folderOf({ cwd, additionalDirectories }: Members, within: string | undefined): string {
  const folder = wantedText(cwd, 'cwd');
  if (!isAbsolute(folder)) throw invalidParams('cwd must be an absolute path');
  if (Array.isArray(additionalDirectories) && additionalDirectories.length > 0)
    throw invalidParams('additionalDirectories: ctx works in one folder, and did not offer more');
  if (!isFolder(folder)) throw invalidParams('cwd is not a folder that can be read');
  if (within !== undefined && !isWithin(within, realpathSync(folder)))
    throw invalidParams('cwd is outside of the folder that this server serves');
  return folder;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

// All sessions of one editor.

import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Connection } from '../../acp/connection.js';
import { membersOf, textOf, wantedText } from '../../acp/fields.js';
import { invalidParams, RpcError, rpcCodes } from '../../acp/rpc-error.js';
import type { Services } from '../../cli/command.js';
import { projectRoot } from '../../project/root.js';
import type { Members } from '../../protocol/members.js';
import { randomIds } from '../../time/ids.js';
import type { AcpFlags } from './acp-flags.js';
import { type AtEditor, type EditorSession, editorSession } from './editor-session.js';
import { keptServers } from './handed-servers.js';
import type { ClientOffers } from './offers.js';
import { promptText } from './prompt-text.js';
import { listedSessions, replayed } from './stored-sessions.js';

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
  end(): Promise<void>;
}

/** Each holds a log open. */
const mostSessions = 64;

export function editorSessions(
  connection: Connection,
  offers: ClientOffers,
  flags: AcpFlags,
  note: (text: string) => void,
  services: Services,
): EditorSessions {
  const sessions = new Map<string, EditorSession>();
  const at: AtEditor = { connection, offers, flags, note };
  const ids = randomIds(services.clock);

  function sessionOf({ sessionId }: Members): EditorSession {
    const found = sessions.get(wantedText(sessionId, 'sessionId'));
    if (found === undefined)
      throw new RpcError(rpcCodes.resourceNotFound, 'no such session is open; session/load opens one');
    return found;
  }
  async function open(id: string, params: Members, last?: Parameters<typeof editorSession>[0]['last']) {
    const cwd = folderOf(params);
    if (!sessions.has(id) && sessions.size >= mostSessions)
      throw new RpcError(
        rpcCodes.internalError,
        `${mostSessions} sessions are open already; close one first`,
      );
    const root = projectRoot({ cwd, env: services.env });
    const file = keptServers(params['mcpServers'], root, services.env);
    await sessions.get(id)?.close();
    const session = editorSession({ id, cwd, handed: file === undefined ? [] : [file], last }, at, services);
    sessions.set(id, session);
    return session;
  }
  const stateOf = async (session: EditorSession) => ({
    modes: session.modes(),
    configOptions: await session.options(),
  });
  /** What the editor may offer is told once it knows the session. */
  const introduceLater = (session: EditorSession) => void setImmediate(() => session.introduce());

  async function loaded(params: Members, tells: boolean): Promise<object> {
    const id = wantedText(params['sessionId'], 'sessionId');
    const place = { ...services, cwd: folderOf(params) };
    const last = await replayed(id, place, { connection, offers, tells });
    const session = await open(id, params, last);
    introduceLater(session);
    return stateOf(session);
  }

  return {
    async newSession(params) {
      const session = await open(ids.next(), params);
      introduceLater(session);
      return { sessionId: session.id, ...(await stateOf(session)) };
    },
    load: (params) => loaded(params, true),
    resume: (params) => loaded(params, false),
    list({ cwd, cursor }) {
      const folder = cwd === undefined || cwd === null ? services.cwd : folderOf({ cwd });
      return listedSessions({ ...services, cwd: folder }, textOf(cursor));
    },
    async close(params) {
      const session = sessionOf(params);
      sessions.delete(session.id);
      await session.close();
      return {};
    },
    async prompt(params) {
      const session = sessionOf(params);
      return session.prompt(promptText(params['prompt'], session.cwd));
    },
    async setMode(params) {
      await sessionOf(params).setMode(params['modeId']);
      return {};
    },
    async setOption(params) {
      const session = sessionOf(params);
      const { configId, value } = membersOf(params);
      await session.setOption(wantedText(configId, 'configId'), wantedText(value, 'value'));
      return { configOptions: await session.options() };
    },
    cancel({ sessionId }) {
      sessions.get(textOf(sessionId) ?? '')?.cancel();
    },
    async end() {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.all(open.map((session) => session.close()));
    },
  };
}

function folderOf({ cwd, additionalDirectories }: Members): string {
  const folder = wantedText(cwd, 'cwd');
  if (!isAbsolute(folder)) throw invalidParams('cwd must be an absolute path');
  if (Array.isArray(additionalDirectories) && additionalDirectories.length > 0)
    throw invalidParams('additionalDirectories: ctx works in one folder, and did not offer more');
  if (!isFolder(folder)) throw invalidParams('cwd is not a folder that can be read');
  return folder;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

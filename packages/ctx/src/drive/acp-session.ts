// The session that an agent works in, by ACP: a new one, or one of its own that it takes up again.

import { agentTold, type SessionTold, sessionTold } from '../acp/client.js';
import type { Connection } from '../acp/connection.js';
import { membersOf } from '../acp/fields.js';
import { RpcError } from '../acp/rpc-error.js';
import { pause } from '../disk/pause.js';
import type { AcpTraits } from './acp-traits.js';
import type { TurnEnd } from './agent-port.js';
import { acpServers, type HandedServer } from './handed-servers.js';
import { rpcFailure } from './provider-failure.js';
import { StartFailure } from './start-failure.js';

export interface Opening {
  readonly name: string;
  readonly traits: AcpTraits;
  readonly cwd: string;
  readonly ctxVersion: string;
  /** The session that it is to take up again, if it can. */
  readonly earlier?: string | undefined;
  readonly servers: readonly HandedServer[];
  readonly note: (code: string, says: string) => void;
  /** How many updates came that are of no turn. */
  past(): number;
  /** Nothing may be waited for longer than this run has. */
  readonly signal: AbortSignal;
}

/** Milliseconds without an update, behind which none comes that is of the past. */
const silence = 200;

export interface OpenedSession {
  readonly version: string | undefined;
  readonly sessionId: string;
  /** It had this session before. */
  readonly resumed?: true;
}

export async function openedSession(
  connection: Connection,
  opening: Opening,
  failed: (error: unknown) => Promise<Extract<TurnEnd, { how: 'failed' }>>,
): Promise<OpenedSession> {
  try {
    return await opened(connection, opening);
  } catch (error) {
    if (error instanceof StartFailure) {
      connection.close();
      throw error;
    }
    const { message, status } = await failed(error);
    connection.close();
    throw new StartFailure(message, status);
  }
}

async function opened(connection: Connection, opening: Opening): Promise<OpenedSession> {
  const { name, traits, cwd, ctxVersion, earlier, servers, note, signal } = opening;
  const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
  const clientInfo = { name: 'ctx', version: ctxVersion };
  const hello = { protocolVersion: 1, clientCapabilities, clientInfo };
  const { protocolVersion, version, capabilities } = agentTold(
    await connection.request('initialize', hello, signal),
  );
  if (protocolVersion !== 1) throw new StartFailure(`it speaks version ${protocolVersion} of ACP`);
  const { mcpServers, left } = acpServers(traits.hasServers ? [] : servers, capabilities);
  if (left.length > 0)
    note('server_left_out', `${name} cannot reach MCP servers over HTTP: ${left.join(', ')}`);
  if (earlier !== undefined && capabilities['loadSession'] === true) {
    const loaded = await takenUp(connection, opening, { sessionId: earlier, cwd, mcpServers });
    if (loaded) return { version, sessionId: earlier, resumed: true };
  }
  const session = sessionTold(await connection.request('session/new', { cwd, mcpServers }, signal));
  const { sessionId, modes } = session;
  if (traits.mode !== undefined && modes.includes(traits.mode))
    await inMode(connection, session, traits.mode, signal);
  return { version, sessionId };
}

/** What it says of the past while it does so is in the log already, and told by nobody. */
async function takenUp(
  connection: Connection,
  { name, traits: { mode }, note, past, signal }: Opening,
  params: { readonly sessionId: string; readonly cwd: string; readonly mcpServers: readonly object[] },
): Promise<boolean> {
  const { sessionId } = params;
  try {
    const answer = membersOf(await connection.request('session/load', params, signal));
    // The session may have been left in another mode, in which it does not ask.
    if (mode !== undefined) await inMode(connection, sessionTold({ ...answer, sessionId }), mode, signal);
    await toldAll(past, signal);
    return true;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { message } = rpcFailure(error);
    note('conversation_lost', `${name} did not take up its session ${sessionId} again: ${message}`);
    return false;
  }
}

async function inMode(
  connection: Connection,
  { sessionId, currentMode }: SessionTold,
  mode: string,
  signal: AbortSignal,
): Promise<void> {
  if (currentMode !== mode) await connection.request('session/set_mode', { sessionId, modeId: mode }, signal);
}

/** Some still tell what was when they have answered: that must not be taken for what the next prompt brings. */
async function toldAll(past: () => number, signal: AbortSignal): Promise<void> {
  for (let before = -1; before !== past() && !signal.aborted; ) {
    before = past();
    await pause(silence);
  }
}

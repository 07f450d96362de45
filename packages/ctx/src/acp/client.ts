// An agent at the other end of a connection, as its client asks it: one function a method, and what it may ask of us.

import type {
  ClientCapabilities,
  Implementation,
  McpServer,
  RequestPermissionOutcome,
  StopReason,
} from '@agentclientprotocol/sdk';
import type { Carrier } from './carrier.js';
import { type Connection, connect, type Watch } from './connection.js';
import type { ConnectionLimits } from './connection-limits.js';
import { countOf, listOf, membersOf, textOf, wantedMembers, wantedText } from './fields.js';
import { notOffered } from './not-offered.js';
import { invalidParams } from './rpc-error.js';
import { type CallTold, callTold, type OptionTold, optionsTold } from './session-update.js';
import { protocolVersion } from './version.js';

export interface PermissionAsked {
  readonly sessionId: string;
  readonly call: CallTold;
  readonly options: readonly OptionTold[];
}

/** What an agent tells and asks while it works. Files and terminals of the client's are not offered. */
export interface ClientSide {
  /** One `session/update`, as it came. */
  update(sessionId: string, update: unknown): void;
  /** `signal`: the agent takes the question back, or is gone. */
  permission(asked: PermissionAsked, signal: AbortSignal): Promise<RequestPermissionOutcome>;
}

export interface AgentTold {
  readonly protocolVersion: number;
  readonly name?: string;
  readonly version?: string;
  readonly authMethods: readonly { readonly id: string; readonly name: string }[];
  readonly capabilities: Readonly<Record<string, unknown>>;
}

export interface SessionTold {
  readonly sessionId: string;
  readonly modes: readonly string[];
  readonly currentMode?: string;
  /** As the agent wrote them. */
  readonly configOptions: readonly unknown[];
}

export interface AgentPeer {
  readonly connection: Connection;
  /** Rejects where the agent speaks another version. */
  initialize(
    clientInfo: Implementation,
    capabilities?: ClientCapabilities,
    signal?: AbortSignal,
  ): Promise<AgentTold>;
  authenticate(methodId: string, signal?: AbortSignal): Promise<void>;
  newSession(cwd: string, mcpServers: readonly McpServer[], signal?: AbortSignal): Promise<SessionTold>;
  setMode(sessionId: string, modeId: string, signal?: AbortSignal): Promise<void>;
  setOption(sessionId: string, configId: string, value: string, signal?: AbortSignal): Promise<void>;
  /** Until the turn is over. A cancelled turn is one that the agent says so of: call `cancel` and wait for it. */
  prompt(sessionId: string, text: string): Promise<StopReason>;
  cancel(sessionId: string): void;
}

const stopReasons: readonly StopReason[] = [
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
];

export function agentPeer(
  carrier: Carrier,
  side: ClientSide,
  watch?: Watch,
  limits?: ConnectionLimits,
): AgentPeer {
  const connection = connect(
    carrier,
    {
      requests: {
        'session/request_permission': async (params, { signal }) => ({
          outcome: await side.permission(permissionAsked(params), signal),
        }),
        ...notOffered('fs/read_text_file', 'fs/write_text_file'),
        ...notOffered('terminal/create', 'terminal/output', 'terminal/release', 'terminal/kill'),
        ...notOffered('terminal/wait_for_exit', 'elicitation/create'),
      },
      notifications: {
        'session/update'(params) {
          const { sessionId, update } = wantedMembers(params, 'params');
          side.update(wantedText(sessionId, 'sessionId'), update);
        },
        'elicitation/complete': () => {},
      },
    },
    watch,
    limits,
  );
  const { request } = connection;
  return {
    connection,
    async initialize(clientInfo, clientCapabilities = {}, signal) {
      const told = agentTold(
        await request('initialize', { protocolVersion, clientCapabilities, clientInfo }, signal),
      );
      if (told.protocolVersion !== protocolVersion)
        throw invalidParams(`the agent speaks version ${told.protocolVersion} of ACP`);
      return told;
    },
    async authenticate(methodId, signal) {
      await request('authenticate', { methodId }, signal);
    },
    async newSession(cwd, mcpServers, signal) {
      return sessionTold(await request('session/new', { cwd, mcpServers }, signal));
    },
    async setMode(sessionId, modeId, signal) {
      await request('session/set_mode', { sessionId, modeId }, signal);
    },
    async setOption(sessionId, configId, value, signal) {
      await request('session/set_config_option', { sessionId, configId, value }, signal);
    },
    async prompt(sessionId, text) {
      const answer = await request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
      const { stopReason } = membersOf(answer);
      const known = stopReasons.find((reason) => reason === stopReason);
      if (known === undefined) throw invalidParams('the agent ended its turn for no known reason');
      return known;
    },
    cancel: (sessionId) => connection.notify('session/cancel', { sessionId }),
  };
}

export function permissionAsked(params: unknown): PermissionAsked {
  const { sessionId, toolCall, options } = wantedMembers(params, 'params');
  const call = callTold(toolCall);
  if (call === undefined) throw invalidParams('toolCall needs a toolCallId');
  return { sessionId: wantedText(sessionId, 'sessionId'), call, options: optionsTold(options) };
}

export function agentTold(answer: unknown): AgentTold {
  const { protocolVersion: version, agentInfo, authMethods, agentCapabilities } = membersOf(answer);
  const said = countOf(version);
  if (said === undefined) throw invalidParams('the agent does not say which version it speaks');
  const { name, version: agentVersion } = membersOf(agentInfo);
  return {
    protocolVersion: said,
    ...(typeof name === 'string' && { name }),
    ...(typeof agentVersion === 'string' && { version: agentVersion }),
    authMethods: listOf(authMethods).flatMap((method) => {
      const { id, name: shown } = membersOf(method);
      return typeof id === 'string' ? [{ id, name: textOf(shown) ?? id }] : [];
    }),
    capabilities: membersOf(agentCapabilities),
  };
}

export function sessionTold(answer: unknown): SessionTold {
  const { sessionId, modes, configOptions } = membersOf(answer);
  if (typeof sessionId !== 'string') throw invalidParams('the agent does not say how it calls the session');
  const { currentModeId, availableModes } = membersOf(modes);
  return {
    sessionId,
    modes: listOf(availableModes).flatMap((mode) => {
      const id = textOf(membersOf(mode)['id']);
      return id === undefined ? [] : [id];
    }),
    ...(typeof currentModeId === 'string' && { currentMode: currentModeId }),
    configOptions: listOf(configOptions),
  };
}

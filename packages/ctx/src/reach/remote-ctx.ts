// A ctx elsewhere, at the other end of any carrier: its sessions opened, prompted and followed. It may be hostile: what it tells is checked and
// bounded, and it is given nothing of this machine.

import type { Carrier } from '../acp/carrier.js';
import { agentTold } from '../acp/client.js';
import { type Connection, connect } from '../acp/connection.js';
import { membersOf, textOf, wantedMembers } from '../acp/fields.js';
import { protocolVersion } from '../acp/version.js';
import { fail } from '../protocol/codes.js';
import { isMembers, type Members } from '../protocol/members.js';
import { type HeardEvent, type HeardEvents, heardEvents, Untrue } from './heard-events.js';
import { remoteFailure } from './remote-failure.js';

/** What is heard of a session, and what it asks. */
export interface Ears {
  event(event: HeardEvent, isPast: boolean): void;
  /** The id of the option that they chose; nothing where they did not. `signal`: somebody else answered, or the other side is gone. */
  question(asked: Members, signal: AbortSignal): Promise<string | undefined>;
}

export interface RemoteCtx {
  /** How it is called in what people read. */
  readonly target: string;
  /** The folder that it works in. */
  readonly cwd: string;
  /** For what else is asked of it. Failures are those of JSON-RPC. */
  readonly connection: Connection;
  /** `terms`: what the client wants of the session besides. */
  open(cwd: string, terms: object): Promise<RemoteSession>;
  /** One that is there; where its turn is under way it is joined. What was comes first, as events of the past. */
  load(id: string, cwd: string, terms: object): Promise<RemoteSession>;
}

export interface RemoteSession {
  readonly id: string;
  /** Whether a turn was under way when it was loaded. */
  readonly isBusy: boolean;
  /** Until the turn is over: what the other side says came of it. Rejects with a failure. */
  prompt(text: string): Promise<unknown>;
  cancel(): void;
  setMode(mode: string): Promise<void>;
  setOption(id: string, value: string): Promise<void>;
  /** What came of all that was asked since it was opened. */
  close(): Promise<unknown>;
  /** The hash of the last record that was heard. */
  head(): string | undefined;
}

export interface Greeting {
  readonly target: string;
  readonly version: string;
  readonly ears: Ears;
  /** Whether its turns go on without us. */
  readonly outlives: boolean;
  /** How long it may take until it says who it is. */
  readonly patienceMs: number;
}

const sessionIdShape = /^[A-Za-z0-9][\w-]{0,127}$/;

export async function greet(
  carrier: Carrier,
  { target, version, ears, outlives, patienceMs }: Greeting,
): Promise<RemoteCtx> {
  const heard = new Map<string, HeardEvents>();
  /** Set once it said something that cannot be. */
  let untrue: string | undefined;
  let isSilent = false;
  const disbelieve = (reason: string) => {
    untrue ??= reason;
    connection.close();
  };
  const connection = connect(carrier, {
    requests: {
      'session/request_permission': async (params, { signal }) => {
        const chosen = await ears.question(wantedMembers(params, 'params'), signal);
        return {
          outcome:
            chosen === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: chosen },
        };
      },
    },
    notifications: {
      '_ctx/event'(params) {
        const { sessionId, event, past } = membersOf(params);
        const of = heard.get(textOf(sessionId) ?? '');
        // Of a session that was not asked for, nothing is heard.
        if (of === undefined || untrue !== undefined) return;
        try {
          const known = of.take(event);
          if (known !== undefined) ears.event(known, past === true);
        } catch (error) {
          if (!(error instanceof Untrue)) throw error;
          disbelieve(error.message);
        }
      },
      'session/update': () => {},
    },
  });
  async function ask(method: string, params: object, session?: string): Promise<Members> {
    try {
      return membersOf(await connection.request(method, params));
    } catch (error) {
      if (isSilent)
        throw fail('remote_unreachable', {
          operation: 'connect',
          target,
          reason: 'it does not say who it is',
        });
      if (untrue !== undefined) throw fail('remote_untrue', { operation: 'talk', target, reason: untrue });
      throw remoteFailure(error, target, outlives ? session : undefined);
    }
  }
  const answerIn = ({ _meta }: Members): unknown => ctxOf(_meta)['answer'];

  const timer = setTimeout(() => {
    isSilent = true;
    connection.close();
  }, patienceMs);
  const initialized = await ask('initialize', {
    protocolVersion,
    clientInfo: { name: 'ctx', version },
    clientCapabilities: { _meta: { ctx: { events: 1 } } },
  }).finally(() => clearTimeout(timer));
  const { cwd } = greeted(initialized, target, version);

  function session(id: string, isBusy: boolean): RemoteSession {
    return {
      id,
      isBusy,
      async prompt(text) {
        return answerIn(await ask('session/prompt', { sessionId: id, prompt: [{ type: 'text', text }] }, id));
      },
      cancel: () => connection.notify('session/cancel', { sessionId: id }),
      async setMode(modeId) {
        await ask('session/set_mode', { sessionId: id, modeId }, id);
      },
      async setOption(configId, value) {
        await ask('session/set_config_option', { sessionId: id, configId, value }, id);
      },
      close: async () => answerIn(await ask('session/close', { sessionId: id }, id)),
      head: () => heard.get(id)?.head(),
    };
  }

  return {
    target,
    cwd,
    connection,
    async open(folder, terms) {
      const { sessionId } = await ask('session/new', { cwd: folder, mcpServers: [], _meta: { ctx: terms } });
      if (typeof sessionId !== 'string' || !sessionIdShape.test(sessionId))
        throw fail('remote_untrue', { operation: 'talk', target, reason: 'a session needs an id' });
      heard.set(sessionId, heardEvents(sessionId));
      return session(sessionId, false);
    },
    async load(id, folder, terms) {
      heard.set(id, heardEvents(id));
      const { _meta } = await ask('session/load', {
        sessionId: id,
        cwd: folder,
        mcpServers: [],
        _meta: { ctx: terms },
      });
      return session(id, ctxOf(_meta)['busy'] === true);
    },
  };
}

function greeted(initialized: Members, target: string, ours: string): { readonly cwd: string } {
  const notCtx = (reason: string) => fail('remote_not_ctx', { operation: 'connect', target, reason });
  let told: ReturnType<typeof agentTold>;
  try {
    told = agentTold(initialized);
  } catch {
    throw notCtx('it does not say what it speaks');
  }
  const { events, cwd } = ctxOf(initialized['_meta']);
  if (told.name !== 'ctx' || told.version === undefined) throw notCtx('it is another program');
  if (told.version !== ours)
    throw fail('remote_version', { operation: 'connect', target, ours, theirs: told.version.slice(0, 40) });
  if (told.protocolVersion !== protocolVersion || events !== 1 || typeof cwd !== 'string')
    throw notCtx('it does not send a session’s events');
  return { cwd };
}

function ctxOf(meta: unknown): Members {
  const { ctx } = membersOf(meta);
  return isMembers(ctx) ? ctx : {};
}

// An editor at our stdin and stdout. Who connects is answered at once; what conducts sessions is loaded with the first of them.

import type { Carrier } from '../../acp/carrier.js';
import { type Connection, connect } from '../../acp/connection.js';
import type { ConnectionLimits } from '../../acp/connection-limits.js';
import { membersOf } from '../../acp/fields.js';
import { protocolVersion } from '../../acp/version.js';
import type { Services } from '../../cli/command.js';
import { exitCodeOfSignal } from '../../cli/exit-code-of-signal.js';
import { sideNotes } from '../../cli/side-notes.js';
import { stdioCarrier } from '../../cli/stdio-carrier.js';
import { agentCapabilities, type ClientOffers, eventsVersion, offersOf } from '../../editor/offers.js';
import { type OpenSessions, openSessions } from '../../editor/open-sessions.js';
import { untilAborted } from '../../time/interruptible-wait.js';
import { requireKnownModel } from '../known-model.js';
import type { AcpFlags } from './acp-flags.js';
import type { EditorSessions } from './editor-sessions.js';
import { teleportRequests } from './teleport-requests.js';

/** Until the editor closes our input, or a signal ends us. */
export async function serveAcp(
  { flags }: { readonly flags: AcpFlags },
  services: Services,
): Promise<{ readonly stdout: string; readonly exitCode: number }> {
  await requireKnownModel(flags, services.env);
  const served = serveClient(stdioCarrier(), flags, services);
  const { signal } = services;
  await Promise.race([served.connection.ended, untilAborted(signal)]);
  await served.end();
  return { stdout: '', exitCode: signal.aborted ? exitCodeOfSignal(signal) : 0 };
}

export interface ServedClient {
  readonly connection: Connection;
  /** Nothing of the client's runs afterwards, unless its sessions outlive it. */
  end(): Promise<void>;
}

/** What a client of a server has that an editor has not. */
export interface ServedAs {
  readonly open: OpenSessions;
  readonly note: (text: string) => void;
  readonly limits: ConnectionLimits;
  readonly from: string;
  /** The folder that its sessions stay below. */
  readonly within: string;
}

interface Loaded {
  readonly sessions: EditorSessions;
  readonly inRpcWords: typeof import('./rpc-failure.js').inRpcWords;
}

/** One client, whatever carries its messages. */
export function serveClient(
  carrier: Carrier,
  flags: AcpFlags,
  services: Services,
  as?: ServedAs,
): ServedClient {
  const note = as?.note ?? sideNotes('ctx acp');
  const open = as?.open ?? openSessions(undefined);
  let offers: ClientOffers | undefined;
  let loading: Promise<Loaded> | undefined;
  // One promise for all that comes: a cancel that follows a prompt at once must not overtake it.
  const load = (): Promise<Loaded> => {
    loading ??= Promise.all([import('./editor-sessions.js'), import('./rpc-failure.js')]).then(
      ([{ editorSessions }, { inRpcWords }]) => {
        const client = { connection, flags, note, open, from: as?.from, within: as?.within };
        return {
          inRpcWords,
          sessions: editorSessions({ ...client, offers: offers ?? offersOf({}) }, services),
        };
      },
    );
    return loading;
  };
  const asked =
    (method: Exclude<keyof EditorSessions, 'cancel' | 'end'>) =>
    async (params: unknown): Promise<object> => {
      const { sessions, inRpcWords } = await load();
      return inRpcWords(services.program.name, offers?.events === true, () =>
        sessions[method](membersOf(params)),
      );
    };
  const teleports = teleportRequests(() => connection, flags, services);
  const connection: Connection = connect(
    carrier,
    {
      requests: {
        initialize(params) {
          offers = offersOf(membersOf(params));
          const { name, version } = services.program;
          return {
            protocolVersion,
            agentCapabilities,
            agentInfo: { name, title: 'ctx', version },
            authMethods: [],
            _meta: {
              ctx: {
                ...(offers.events && { events: eventsVersion, cwd: services.cwd }),
                teleport: teleports.announced,
              },
            },
          };
        },
        // There is nothing to log in to: credentials are in the environment that the editor gives us.
        authenticate: () => ({}),
        'session/new': asked('newSession'),
        'session/load': asked('load'),
        'session/resume': asked('resume'),
        'session/list': asked('list'),
        'session/close': asked('close'),
        'session/prompt': asked('prompt'),
        'session/set_mode': asked('setMode'),
        'session/set_config_option': asked('setOption'),
        ...teleports.requests,
      },
      notifications: {
        'session/cancel'(params) {
          void loading?.then(({ sessions }) => sessions.cancel(membersOf(params)));
        },
      },
    },
    { odd: note, failed: (error) => note(`internal error: ${String(error)}`) },
    as?.limits,
  );
  return {
    connection,
    async end() {
      await (await loading)?.sessions.end();
      await teleports.end();
      connection.close();
    },
  };
}

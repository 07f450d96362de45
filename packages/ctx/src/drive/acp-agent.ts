// An agent that speaks ACP, driven: its updates and questions come to the desk, its prompt ends the turn.

import { type Connection, connect } from '../acp/connection.js';
import { membersOf, textOf } from '../acp/fields.js';
import { notOffered } from '../acp/not-offered.js';
import { PeerGone, RpcError } from '../acp/rpc-error.js';
import { optionsTold, updateTold } from '../acp/session-update.js';
import { streamCarrier } from '../acp/stream-carrier.js';
import type { Finish } from '../protocol/records.js';
import type { Alarm } from '../time/clock.js';
import { AcpCalls } from './acp-calls.js';
import { type Opening, openedSession } from './acp-session.js';
import type { AcpTraits } from './acp-traits.js';
import type { Desk, DrivenAgent, TurnEnd, Word } from './agent-port.js';
import { type HandedServer, ruleName } from './handed-servers.js';
import type { HostProcess } from './host-process.js';
import { rpcFailure } from './provider-failure.js';

export interface AcpStart extends Omit<Opening, 'past'> {
  readonly host: HostProcess;
  readonly alarm: Alarm;
}

export async function startAcp({ host, alarm, ...opening }: AcpStart): Promise<DrivenAgent> {
  const { name, traits, cwd, servers } = opening;
  let desk: Desk | undefined;
  /** Updates that came while nobody had prompted it. */
  let past = 0;
  const named = namedByRules(traits, servers);
  let calls = new AcpCalls(named);
  let lastText = '';
  const connection = connect(
    streamCarrier(host.stdout, host.stdin),
    {
      requests: {
        ...notOffered(...(traits.ownMethods ?? [])),
        async 'session/request_permission'(params) {
          const { toolCall, options } = membersOf(params);
          const call = calls.asked(toolCall);
          const word: Word =
            desk === undefined || call === undefined ? { say: 'cancelled' } : await desk.ask(call);
          return { outcome: outcomeOf(word, options) };
        },
      },
      notifications: {
        'session/update'(params) {
          if (desk === undefined) {
            past += 1;
            return;
          }
          const { update } = membersOf(params);
          const told = updateTold(update);
          if (told.tells === 'text') lastText = told.text === '' ? lastText : told.text;
          take(update, told, desk, calls, traits);
        },
      },
    },
    {
      received: () => desk?.heard(),
      odd: (what) => desk?.note('peer_odd', `${name}: ${what}`),
    },
  );
  const failed = (error: unknown) => failedAs(error, connection, { name, host, alarm });
  const { version, sessionId, resumed } = await openedSession(
    connection,
    { ...opening, past: () => past },
    failed,
  );
  return {
    agent: {
      name,
      ...(version !== undefined && { version }),
      protocol: 'acp',
      folder: cwd,
      session_id: sessionId,
      ...(resumed && { resumed }),
    },
    enforcement: traits.enforcement,
    tellsAnswers: false,
    async prompt(text, at) {
      desk = at;
      calls = new AcpCalls(named);
      lastText = '';
      try {
        const result = membersOf(
          await connection.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
        );
        const usage = traits.usageOf(result);
        return { ...(traits.failedAs?.(result, lastText) ?? endOf(result, name)), usage };
      } catch (error) {
        return failed(error);
      } finally {
        desk = undefined;
      }
    },
    cancel: () => connection.notify('session/cancel', { sessionId }),
    end: () => host.end(),
  };
}

/** Rules name the tools of servers in one way, for every agent. */
function namedByRules(traits: AcpTraits, servers: readonly HandedServer[]): AcpTraits {
  const { toolOf, toolsOf } = traits;
  if (toolsOf === undefined) return traits;
  return {
    ...traits,
    toolOf: (update, first) => ruleName(toolOf?.(update, first) ?? first.name, servers, toolsOf),
  };
}

function take(
  update: unknown,
  told: ReturnType<typeof updateTold>,
  desk: Desk,
  calls: AcpCalls,
  traits: AcpTraits,
): void {
  switch (told.tells) {
    case 'text':
      desk.text(told.text);
      break;
    case 'thought':
      desk.thought(told.text);
      break;
    case 'call':
      calls.told(membersOf(update), told.call, desk);
      break;
    case 'unknown':
      desk.note('update_unknown', `an update of an unknown kind: ${told.what}`);
      break;
    default:
  }
  const usage = traits.usageIn?.(membersOf(update));
  if (usage !== undefined) desk.usage('turn', usage);
}

/** Never for good: what is allowed once is asked about again. */
function outcomeOf(word: Word, options: unknown): object {
  if (word.say === 'cancelled') return { outcome: 'cancelled' };
  const wanted = word.say === 'allow' ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const offered = optionsTold(options);
  const chosen = wanted.map((kind) => offered.find((option) => option.kind === kind)).find(Boolean);
  return chosen === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: chosen.optionId };
}

const finishes: Readonly<Record<string, Finish>> = {
  end_turn: 'stop',
  max_tokens: 'length',
  refusal: 'content_filter',
};

function endOf({ stopReason }: Readonly<Record<string, unknown>>, name: string): TurnEnd {
  const reason = textOf(stopReason) ?? 'no reason';
  const finish = finishes[reason];
  if (finish !== undefined) return { how: 'ended', finish };
  return { how: 'failed', message: `${name} ended its turn with ${reason.slice(0, 80)}`, isAgents: true };
}

/** Between the end of what it says and its own end. */
const longestLeaving = 5_000;

type Failed = Extract<TurnEnd, { how: 'failed' }>;

async function failedAs(
  error: unknown,
  { ended }: Connection,
  { name, host, alarm }: Pick<AcpStart, 'name' | 'host' | 'alarm'>,
): Promise<Failed> {
  if (error instanceof RpcError) return { how: 'failed', ...rpcFailure(error) };
  if (!(error instanceof PeerGone)) throw error;
  const why =
    (await ended) === 'peer_not_reading'
      ? 'does not read what it is told'
      : ((await goneWithin(host, longestLeaving, alarm)) ?? 'closed its output and went on');
  return { how: 'failed', message: `${name} ${why}`, isAgents: true };
}

async function goneWithin(
  { gone }: HostProcess,
  milliseconds: number,
  alarm: Alarm,
): Promise<string | undefined> {
  let takeBack = () => {};
  const over = new Promise<undefined>((resolve) => {
    takeBack = alarm(milliseconds, () => resolve(undefined));
  });
  const why = await Promise.race([gone, over]);
  takeBack();
  return why;
}

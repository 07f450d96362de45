// Between an editor and an agent that both speak ACP: what they say is passed on as it is and written down, and what the policy denies
// does not reach anybody who could allow it.

import type { Carrier } from '../acp/carrier.js';
import { agentTold, permissionAsked } from '../acp/client.js';
import { membersOf, textOf } from '../acp/fields.js';
import type { WireLine } from '../acp/lines.js';
import type { Answered, Asked, Malformed, Message, RequestId } from '../acp/message.js';
import { rpcCodes } from '../acp/rpc-error.js';
import { blockText, type OptionTold, optionsTold, updateTold } from '../acp/session-update.js';
import { AcpCalls } from '../drive/acp-calls.js';
import { plainTraits } from '../drive/acp-traits.js';
import type { Agent } from '../protocol/records.js';
import { GuardedSession, type Guarding } from './guarded-session.js';
import type { RecordedCall } from './recorded-session.js';
import { wireCall } from './wire-calls.js';
import { deniedUpdate, plainName, questionAbout, refusalAmong, stopOf, titleOf } from './wire-words.js';

export interface RelaySides {
  readonly client: Carrier;
  readonly agent: Carrier;
}

export interface RelayPlace extends Guarding {
  /** What the agent is called until it says it itself. */
  readonly program: string;
  note(text: string): void;
}

interface FromClient {
  readonly method: string;
  readonly params: unknown;
  readonly session: GuardedSession | undefined;
}

/** A request of the agent's that the editor answers. */
interface FromAgent {
  readonly session: GuardedSession;
  readonly call: RecordedCall;
  /** Of a question about the call. */
  readonly question?: { readonly options: readonly OptionTold[]; readonly rule: string };
}

/** A request of the agent's that waits for the answer to a question of ours. */
interface Held extends FromAgent {
  readonly id: RequestId;
  readonly line: Buffer;
  readonly rule: string;
}

/** A hostile side has no more requests under way than this. */
const mostRequests = 4096;
const mostSessions = 256;
const ownId = 'ctx-question-';

export class AgentRelay {
  readonly #sides: RelaySides;
  readonly #place: RelayPlace;
  readonly #sessions = new Map<string, GuardedSession>();
  readonly #fromClient = new Map<RequestId, FromClient>();
  readonly #fromAgent = new Map<RequestId, FromAgent>();
  readonly #held = new Map<string, Held>();
  #agent: Agent;
  #count = 0;

  constructor(sides: RelaySides, place: RelayPlace) {
    this.#sides = sides;
    this.#place = place;
    this.#agent = { name: plainName(place.program), protocol: 'acp' };
  }

  /** Whether a line of the editor's is passed on. */
  fromClient(message: Message): boolean {
    switch (message.kind) {
      case 'request':
        return this.#clientAsks(message);
      case 'notification':
        if (message.method === 'session/cancel') this.#sessionOf(message.params)?.cancelled();
        return true;
      case 'response':
        return this.#clientAnswers(message);
      case 'malformed':
        return this.#malformed(message, 'the editor', this.#sides.client);
    }
  }

  /** Whether a line of the agent's is passed on. */
  fromAgent(message: Message, line: WireLine): boolean {
    switch (message.kind) {
      case 'request':
        return this.#agentAsks(message, line);
      case 'notification':
        if (message.method === 'session/update') this.#updated(message.params);
        return true;
      case 'response':
        this.#agentAnswers(message);
        return true;
      case 'malformed':
        return this.#malformed(message, 'the agent', this.#sides.agent);
    }
  }

  /** The agent is gone: whoever waits for it is told, and every log is closed. */
  end(why: string | undefined): void {
    for (const [id, { session, method }] of this.#fromClient) {
      if (why !== undefined)
        write(this.#sides.client, { id, error: { code: rpcCodes.internalError, message: why } });
      if (method === 'session/prompt') session?.failed(why ?? 'the editor left');
    }
    this.#fromClient.clear();
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
  }

  #clientAsks({ id, method, params }: Asked): boolean {
    if (this.#fromClient.size >= mostRequests || this.#fromClient.has(id)) {
      const message = 'too many requests are under way, or one with this id';
      const error = { code: rpcCodes.invalidRequest, message, data: { id } };
      write(this.#sides.client, { id: null, error });
      return false;
    }
    const { sessionId, cwd, prompt } = membersOf(params);
    if (method === 'session/load' || method === 'session/resume')
      this.#open(textOf(sessionId), textOf(cwd) ?? '');
    const session = this.#sessionOf(params);
    this.#fromClient.set(id, { method, params, session });
    if (method === 'session/prompt')
      session?.prompted(Array.isArray(prompt) ? prompt.map(blockText).join('\n') : '');
    return true;
  }

  #agentAnswers({ id, answer }: Answered): void {
    const asked = this.#fromClient.get(id);
    this.#fromClient.delete(id);
    if (asked === undefined) {
      this.#place.note('the agent answered a request that nobody made');
      return;
    }
    const { method, params, session } = asked;
    if ('error' in answer) {
      if (method === 'session/prompt') session?.failed(answer.error.message);
      return;
    }
    const { sessionId, stopReason } = membersOf(answer.result);
    if (method === 'initialize') this.#named(answer.result);
    if (method === 'session/new') this.#open(textOf(sessionId), textOf(membersOf(params)['cwd']) ?? '');
    if (method === 'session/prompt') session?.ended(stopOf(stopReason));
    if (method === 'session/close') session?.close();
  }

  #agentAsks(asked: Asked, line: WireLine): boolean {
    const { id, method, params } = asked;
    const session = this.#sessionOf(params);
    const wired = wireCall(method, params);
    if (method !== 'session/request_permission' && wired === undefined) return true;
    if (session === undefined || this.#fromAgent.has(id) || this.#fromAgent.size >= mostRequests) {
      const message =
        session === undefined
          ? 'ctx knows no such session'
          : 'too many requests are under way, or one with this id';
      this.#place.note(`a request of the agent’s is refused: ${message}`);
      write(this.#sides.agent, { id, error: { code: rpcCodes.invalidRequest, message } });
      return false;
    }
    if (wired === undefined) return this.#permission(asked, session);
    this.#count += 1;
    const call = { call_id: `wire-${this.#count}`, tool: wired.tool, input: wired.input };
    const verdict = session.judge(call);
    if (verdict.allowed || (verdict.asks === true && session.wasGranted(wired.subject))) {
      session.begins(call);
      this.#fromAgent.set(id, { session, call });
      return true;
    }
    if (verdict.asks !== true) {
      session.deny(call, verdict);
      write(this.#sides.agent, { id, error: { code: rpcCodes.invalidRequest, message: verdict.reason } });
      this.#showDenied(session, call, verdict.reason);
      return false;
    }
    return this.#ask({ session, call, id, line: Buffer.from(line.bytes), rule: verdict.rule });
  }

  /** Denied by a rule: answered here, with the agent's own no. Everything else is the editor's to answer. */
  #permission({ id, params }: Asked, session: GuardedSession): boolean {
    const call = session.calls.asked(membersOf(params)['toolCall']);
    const options = optionsTold(membersOf(params)['options']);
    if (call === undefined) return true;
    const verdict = session.judge(call);
    if (!verdict.allowed && verdict.asks !== true) {
      session.deny(call, verdict);
      write(this.#sides.agent, { id, result: { outcome: refusalAmong(options) } });
      this.#showDenied(session, call, verdict.reason, permissionAsked(params).call.title);
      return false;
    }
    const rule = verdict.allowed ? this.#agent.name : verdict.rule;
    session.asks(call, rule);
    this.#fromAgent.set(id, { session, call, question: { options, rule } });
    return true;
  }

  /** A call that no question of the agent's is about: ctx asks itself, and holds the call until it is answered. */
  #ask(held: Held): boolean {
    this.#count += 1;
    const id = `${ownId}${this.#count}`;
    const { session, call, rule } = held;
    this.#held.set(id, held);
    session.asks(call, rule);
    write(this.#sides.client, { id, ...questionAbout(session.theirs, call) });
    return false;
  }

  #clientAnswers({ id, answer }: Answered): boolean {
    const held = typeof id === 'string' ? this.#held.get(id) : undefined;
    const chosen =
      'result' in answer ? membersOf(membersOf(answer.result)['outcome'])['optionId'] : undefined;
    if (held !== undefined) {
      this.#held.delete(String(id));
      this.#settleHeld(held, chosen === 'allow');
      return false;
    }
    const asked = this.#fromAgent.get(id);
    this.#fromAgent.delete(id);
    if (asked === undefined) {
      this.#place.note('the editor answered a request that nobody made');
      return true;
    }
    const { session, call, question } = asked;
    if (question !== undefined) {
      const option = question.options.find(({ optionId }) => optionId === chosen);
      session.answered(call, question.rule, option?.kind);
    } else if ('error' in answer) session.returned(call.call_id, answer.error.message, true);
    else session.returned(call.call_id, textOf(membersOf(answer.result)['content']) ?? '', false);
    return true;
  }

  #settleHeld({ session, call, id, line, rule }: Held, isAllowed: boolean): void {
    session.answered(call, rule, isAllowed ? 'allow_once' : 'reject_once');
    if (isAllowed) {
      this.#fromAgent.set(id, { session, call });
      this.#sides.client.write(Buffer.concat([line, Buffer.from('\n')]));
      return;
    }
    const error = { code: rpcCodes.invalidRequest, message: 'rejected in the editor' };
    write(this.#sides.agent, { id, error });
  }

  #updated(params: unknown): void {
    const session = this.#sessionOf(params);
    if (session === undefined) {
      this.#place.note('the agent reported a session that nobody opened');
      return;
    }
    const { update } = membersOf(params);
    const told = updateTold(update);
    if (told.tells === 'text') session.said(told.text);
    else if (told.tells === 'call') session.told(membersOf(update), told.call);
  }

  /** People see what was denied, also where their editor is asked nothing. */
  #showDenied(session: GuardedSession, call: RecordedCall, reason: string, title?: string): void {
    const shown = { ...call, title: title ?? titleOf(call), isKnown: session.isKnown(call.call_id) };
    write(this.#sides.client, deniedUpdate(session.theirs, shown, reason));
  }

  #malformed({ says, answerTo, code, tooLong }: Malformed, who: string, sender: Carrier): boolean {
    this.#place.note(`a message of ${who}: ${says}`);
    for (const session of this.#sessions.values()) session.odd(`${who} sent an invalid message: ${says}`);
    // Everything else is the other side's to answer.
    if (tooLong !== true) return true;
    if (answerTo !== undefined) write(sender, { id: answerTo.id, error: { code, message: says } });
    return false;
  }

  #named(result: unknown): void {
    try {
      const { name = this.#place.program, version } = agentTold(result);
      this.#agent = { name: plainName(name), ...(version !== undefined && { version }), protocol: 'acp' };
    } catch {
      this.#place.note('the agent does not say which version of ACP it speaks');
    }
  }

  #open(theirs: string | undefined, cwd: string): void {
    if (theirs === undefined || this.#sessions.has(theirs) || this.#sessions.size >= mostSessions) return;
    const calls = new AcpCalls(plainTraits);
    this.#sessions.set(
      theirs,
      new GuardedSession({ theirs, cwd, calls, agent: () => this.#agent }, this.#place),
    );
  }

  #sessionOf(params: unknown): GuardedSession | undefined {
    return this.#sessions.get(textOf(membersOf(params)['sessionId']) ?? '');
  }
}

function write(to: Carrier, message: object): void {
  to.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

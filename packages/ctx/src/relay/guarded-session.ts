// One session of an agent behind the relay: what it may do by the policy of its folder, and its log, which is made with the first prompt.

import type { PermissionOptionKind } from '@agentclientprotocol/sdk';
import type { CallTold } from '../acp/session-update.js';
import type { AcpCalls } from '../drive/acp-calls.js';
import type { Desk, ToldResult } from '../drive/agent-port.js';
import { type ForeignJudge, foreignJudge } from '../drive/judge-call.js';
import { linkReader } from '../drive/leads-to.js';
import type { Verdict } from '../policy/verdict.js';
import type { Agent, Policy, StopReason } from '../protocol/records.js';
import type { WriterOptions } from '../session/writer.js';
import { type RecordedCall, RecordedSession } from './recorded-session.js';

export interface Guarding {
  /** Where the sessions of agents that work there are kept. */
  folderFor(cwd: string): string;
  policyFor(cwd: string): Policy;
  readonly writer: WriterOptions;
  readonly user: string;
}

export interface WireSession {
  /** What the agent calls it. */
  readonly theirs: string;
  readonly cwd: string;
  readonly calls: AcpCalls;
  agent(): Agent;
}

/** A hostile agent names no more calls than this in a turn. */
const mostCalls = 10_000;

type Denial = Extract<Verdict, { allowed: false }>;

export class GuardedSession {
  readonly #wire: WireSession;
  readonly #guarding: Guarding;
  readonly #policy: Policy;
  readonly #judge: ForeignJudge;
  readonly #leadsTo: ReturnType<typeof linkReader>;
  #log: RecordedSession | undefined;
  #isClosed = false;
  /** Calls of this turn, with what they were told to be when they were decided on. */
  readonly #known = new Map<string, string>();
  readonly #settled = new Set<string>();
  /** Calls that the agent told the editor of. */
  readonly #announced = new Set<string>();
  /** What people allowed in this turn, by what it was about. */
  readonly #granted = new Set<string>();
  #wasCancelled = false;

  constructor(wire: WireSession, guarding: Guarding) {
    this.#wire = wire;
    this.#guarding = guarding;
    this.#policy = guarding.policyFor(wire.cwd);
    this.#judge = foreignJudge(this.#policy);
    this.#leadsTo = linkReader(wire.cwd);
  }

  get theirs(): string {
    return this.#wire.theirs;
  }

  get calls(): AcpCalls {
    return this.#wire.calls;
  }

  judge(call: RecordedCall): Verdict {
    const leads_to = this.#leadsTo(call);
    return this.#judge({ ...call, leads_to }, { folder: this.#wire.cwd });
  }

  prompted(text: string): void {
    if (this.#isClosed) return;
    const { agent, theirs, cwd } = this.#wire;
    this.#log ??= RecordedSession.open(
      this.#guarding.folderFor(cwd),
      { agent: agent(), theirs, policy: this.#policy },
      this.#guarding.writer,
    );
    this.#known.clear();
    this.#settled.clear();
    this.#announced.clear();
    this.#granted.clear();
    this.#wasCancelled = false;
    if (this.#log.hasTurn)
      this.#log.finding('prompt_overlaps', 'a prompt came before the one before it was over');
    this.#log.openTurn(text);
  }

  said(text: string): void {
    this.#log?.say(text);
  }

  told(update: Readonly<Record<string, unknown>>, call: CallTold): void {
    if (this.#announced.size < mostCalls) this.#announced.add(call.id);
    this.#wire.calls.told(update, call, this.#desk);
  }

  asks(call: RecordedCall, rule: string): void {
    this.#known.set(call.call_id, JSON.stringify(call.input));
    this.#log?.asked(call, rule);
  }

  answered(call: RecordedCall, rule: string, kind: PermissionOptionKind | undefined): void {
    const isAllowed = kind === 'allow_once' || kind === 'allow_always';
    const scope = kind === 'allow_always' || kind === 'reject_always' ? 'session' : 'once';
    this.#log?.answered(call.call_id, isAllowed, scope, kind === undefined ? null : this.#guarding.user);
    if (isAllowed) {
      this.#grant(call);
      this.begins(call);
    } else
      this.#refused(
        call,
        rule,
        kind === undefined ? 'nobody answered in the editor' : 'rejected in the editor',
      );
  }

  begins(call: RecordedCall): void {
    this.#known.set(call.call_id, JSON.stringify(call.input));
    if (this.#log?.isOpen(call.call_id) !== true) this.#log?.requested(call, 'asked');
  }

  deny(call: RecordedCall, { rule, reason }: Denial): void {
    this.#refused(call, rule, reason);
  }

  returned(call_id: string, output: string, isError: boolean): void {
    this.#log?.returned(call_id, output, isError);
  }

  isKnown(call_id: string): boolean {
    return this.#announced.has(call_id);
  }

  wasGranted(subject: string): boolean {
    return this.#granted.has(subject);
  }

  cancelled(): void {
    this.#wasCancelled = true;
  }

  ended(stop: StopReason | undefined): void {
    if (stop === undefined) this.failed('the agent ended its turn for no known reason');
    else this.#log?.closeTurn(stop);
  }

  failed(why: string): void {
    if (this.#log?.hasTurn !== true) return;
    this.#log.finding('agent_failed', why.slice(0, 2000));
    this.#log.closeTurn(this.#wasCancelled ? 'cancelled' : 'model_error');
  }

  odd(says: string): void {
    if (this.#log?.hasTurn === true) this.#log.finding('peer_odd', says);
  }

  close(): void {
    this.#isClosed = true;
    const log = this.#log;
    this.#log = undefined;
    log?.close();
  }

  #grant({ input }: RecordedCall): void {
    for (const value of Object.values(Object(input))) {
      if (typeof value === 'string') this.#granted.add(value);
      if (Array.isArray(value)) for (const one of value) if (typeof one === 'string') this.#granted.add(one);
    }
  }

  #refused(call: RecordedCall, rule: string, reason: string): void {
    this.#known.set(call.call_id, JSON.stringify(call.input));
    this.#settled.add(call.call_id);
    this.#log?.denied(call, rule, reason);
  }

  #began(call: RecordedCall): void {
    const log = this.#log;
    if (log === undefined) return;
    const { call_id, tool } = call;
    const before = this.#known.get(call_id);
    const now = JSON.stringify(call.input);
    this.#known.set(call_id, now);
    if (before === now && (log.isOpen(call_id) || this.#settled.has(call_id))) return;
    const seq = log.isOpen(call_id) || this.#settled.has(call_id) ? undefined : log.requested(call, 'none');
    const verdict = this.judge(call);
    if (verdict.allowed) return;
    const { name } = this.#wire.agent();
    const what = verdict.asks === true ? 'asks about it first' : 'denies it';
    const says = `${name} made a call of ${tool} without asking; the rule ${verdict.rule} ${what}`;
    const code = verdict.asks === true ? 'ask_skipped' : 'deny_skipped';
    log.finding(code, says, ...(seq === undefined ? [] : [seq]));
  }

  readonly #desk: Desk = {
    heard: () => {},
    text: () => {},
    thought: () => {},
    answer: () => {},
    usage: () => {},
    announced: () => {},
    ask: async () => ({ say: 'cancelled' }),
    hooked: async () => ({ say: 'cancelled' }),
    began: (call) => this.#began(call),
    returned: ({ call_id, output, is_error }: ToldResult) => this.returned(call_id, output, is_error),
    note: () => {},
  };
}

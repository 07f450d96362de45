// The desk of one turn: what a driven agent tells and asks becomes records, the policy and the budgets decide, and the word goes out
// only when the record is written.

import { advance } from '../agent/advance.js';
import { toolCallsLeft } from '../agent/budget.js';
import type { TurnState } from '../agent/state.js';
import { wordsToModel } from '../agent/words-to-model.js';
import type { Verdict } from '../policy/verdict.js';
import type { RecordBodies, RecordOf, SessionRecord } from '../protocol/records.js';
import type { Log } from '../session/log.js';
import { hasSettled } from '../session/settling.js';
import { systemAlarm } from '../time/clock.js';
import type { Desk, ToldAnswer, ToldCall, ToldResult, ToldUsage, Word } from './agent-port.js';
import { askPerson } from './ask-person.js';
import { CallJudge } from './call-judge.js';
import { DecidedCalls } from './decided-calls.js';
import type { DrivenContext, StopCause } from './driven-context.js';
import { RefusedConnections } from './refused-connections.js';
import { ToldAnswers } from './told-answers.js';
import { resultBody } from './turn-records.js';

/** As the agent told it, and as it stands in the log. */
interface AskedCall {
  readonly told: ToldCall;
  readonly call: ToldCall;
  readonly by: 'asked' | 'hook';
}

export class TurnDesk implements Desk {
  readonly #context: DrivenContext;
  readonly #log: Log;
  readonly #turn: TurnState;
  readonly #onHeard: () => void;
  readonly #stop: (cause: StopCause | undefined) => void;
  readonly #answers: ToldAnswers;
  readonly #calls: DecidedCalls;
  readonly #refused: RefusedConnections;
  readonly #judge: CallJudge;
  #asking = 0;
  #endsWithDenial = false;
  #isOver = false;

  /** `stop` without a cause: the records say themselves that the turn is over. */
  constructor(
    context: DrivenContext,
    turn: TurnState,
    onHeard: () => void,
    stop: (cause: StopCause | undefined) => void,
  ) {
    this.#context = context;
    this.#log = context.log;
    this.#turn = turn;
    this.#onHeard = onHeard;
    this.#stop = stop;
    this.#calls = new DecidedCalls(context.agent.agent.folder);
    this.#refused = new RefusedConnections(context);
    this.#judge = new CallJudge(context);
    this.#answers = new ToldAnswers(context, turn, stop);
  }

  /** Whether the agent waits for a word of ours. */
  get isAsked(): boolean {
    return this.#asking > 0;
  }

  /** Whether a denied call was the last that happened. */
  get endsWithDenial(): boolean {
    return this.#endsWithDenial;
  }

  /** From here on nothing that comes is told: the turn's end is being written. */
  close(): void {
    if (this.#isOver) return;
    this.#refused.tell();
    this.#tellUnheard();
    this.#isOver = true;
  }

  heard(): void {
    this.#onHeard();
  }

  text(piece: string): void {
    if (!this.#isOver) this.#answers.say('text', piece);
  }

  thought(piece: string): void {
    if (!this.#isOver) this.#answers.say('reasoning', piece);
  }

  answer(answer: ToldAnswer): void {
    if (!this.#isOver) this.#answers.answer(answer);
  }

  /** The turn is over: what was said last is the answer. Whether there was one, by the records. */
  conclude(finish: RecordOf<'model.responded'>['finish'] | undefined): boolean {
    return this.#answers.conclude(this.#isOver ? undefined : finish);
  }

  usage(of: 'turn' | 'subagent', told: ToldUsage): void {
    if (!this.#isOver) this.#answers.usage(of, told);
  }

  announced(call: ToldCall): void {
    if (this.#isOver) return;
    this.#calls.heard(call.call_id);
    this.#calls.announce(call);
  }

  async hooked(call: ToldCall): Promise<Word> {
    const { alarm = systemAlarm } = this.#context.clock;
    const call_id = call.call_id === '' ? await this.#calls.idOf(call, alarm) : call.call_id;
    return this.ask({ ...call, call_id }, 'hook');
  }

  async ask(call: ToldCall, by: 'asked' | 'hook' = 'asked'): Promise<Word> {
    if (by === 'asked') this.#calls.heard(call.call_id);
    this.#asking += 1;
    try {
      const word = await this.#decide(call, by);
      // Whoever lost the session has no word to give; the run ends for that at its next step.
      return (await hasSettled(this.#log)) ? word : { say: 'cancelled' };
    } finally {
      this.#asking -= 1;
      this.#onHeard();
    }
  }

  began(told: ToldCall): void {
    this.#calls.heard(told.call_id);
    if (this.#isOver || this.#calls.find(told) !== undefined) return;
    this.#log.together(() => {
      this.#answers.beforeCall();
      const call = this.#calls.named(told);
      const { leads, verdict } = this.#judge.of(call, this.#calls.usesOf(told));
      this.#calls.add(told, call);
      const { seq } = this.#request(call, { enforcement: 'none', ...leads });
      if (!verdict.allowed) this.#unasked(call, verdict, seq);
    });
    if (toolCallsLeft(this.#context.run) < 0) this.#stop('budget');
  }

  returned(result: ToldResult, isBelieved: (tool: string) => boolean = () => true): void {
    if (this.#isOver) return;
    for (const call_id of this.#calls.idsOf(result.call_id)) {
      const tool = this.#turn.alone?.open.get(call_id);
      if (tool !== undefined && isBelieved(tool)) this.#writeResult({ ...result, call_id }, tool);
    }
  }

  /** What is said after the turn is told by nobody: its log may be closed by then. */
  note(code: string, says: string): void {
    if (!this.#isOver) this.#context.note?.(code, [], says);
  }

  /** Calls that were under way when the turn was ended: nobody knows what they did. */
  cutShort(): void {
    for (const [call_id, tool] of [...(this.#turn.alone?.open ?? [])]) {
      const output = wordsToModel.interrupted();
      this.#take(
        this.#log.append('tool.returned', { call_id, tool, output, is_error: true, interrupted: true }),
      );
    }
  }

  async #decide(told: ToldCall, by: 'asked' | 'hook'): Promise<Word> {
    if (this.#isOver) return { say: 'cancelled' };
    const earlier = this.#calls.find(told);
    if (earlier !== undefined)
      return earlier.reason === undefined ? { say: 'allow' } : { say: 'deny', reason: earlier.reason };
    const call = this.#calls.named(told);
    const asked = { told, call, by };
    const decided = this.#log.together(() => {
      this.#answers.beforeCall();
      const { leads, verdict } = this.#judge.of(call, this.#calls.usesOf(told));
      if (verdict.allowed) return this.#let(asked, leads);
      return verdict.asks === true
        ? { leads, verdict }
        : this.#deny(asked, verdict.rule, verdict.reason, leads);
    });
    if ('say' in decided) return decided;
    const { leads, verdict } = decided;
    if (toolCallsLeft(this.#context.run) < 1) return this.#outOfCalls();
    const given = await askPerson(this.#context, call, verdict.rule);
    if (this.#isOver || given === 'interrupted') return { say: 'cancelled' };
    if (given === 'nobody') return this.#deny(asked, verdict.rule, verdict.reason, leads);
    if (given.answer === 'deny')
      return this.#deny(asked, verdict.rule, wordsToModel.refused(verdict.rule, given), leads);
    return this.#let(asked, leads);
  }

  #let({ told, call, by }: AskedCall, leads: { leads_to?: string }): Word {
    if (toolCallsLeft(this.#context.run) < 1) return this.#outOfCalls();
    this.#calls.add(told, call, by === 'hook');
    this.#request(call, { enforcement: by, ...leads });
    return { say: 'allow' };
  }

  #deny({ told, call, by }: AskedCall, rule: string, reason: string, leads: { leads_to?: string }): Word {
    const { call_id, tool, input } = call;
    this.#take(this.#log.append('tool.denied', { call_id, tool, input, rule, reason, ...leads }));
    this.#calls.add(told, { call_id, reason }, by === 'hook');
    this.#endsWithDenial = true;
    this.#answers.afterCall();
    if (this.#turn.tally.stop !== undefined) this.#stop(undefined);
    return { say: 'deny', reason: wordsToModel.denied(tool, reason) };
  }

  #outOfCalls(): Word {
    this.#stop('budget');
    return { say: 'cancelled' };
  }

  /** It was made all the same. A rule that denies it ends the turn; one that asks is told. */
  #unasked({ tool }: ToldCall, verdict: Extract<Verdict, { allowed: false }>, seq: number): void {
    const { agent, note } = this.#context;
    const isAsk = verdict.asks === true;
    const what = isAsk ? 'asks about it first' : 'denies it';
    const says = `${agent.agent.name} made a call of ${tool} without asking; the rule ${verdict.rule} ${what}`;
    note?.(isAsk ? 'ask_skipped' : 'deny_skipped', [seq], says);
    if (!isAsk) this.#stop('policy');
  }

  #request(
    { call_id, tool, input }: ToldCall,
    more: Pick<RecordBodies['tool.requested'], 'enforcement' | 'leads_to'>,
  ): RecordOf<'tool.requested'> {
    this.#endsWithDenial = false;
    if (this.#turn.alone?.open.size === 0) this.#refused.ofAgent();
    const record = this.#log.append('tool.requested', { call_id, tool, input, ...more });
    this.#take(record);
    return record;
  }

  #writeResult(result: ToldResult, tool: string): void {
    this.#answers.afterCall();
    this.#refused.ofCall(result.call_id);
    const { body, redacted } = resultBody(this.#log, tool, result);
    this.#take(this.#log.append('tool.returned', body, redacted));
    this.#context.show?.({ type: 'tool.settled', call_id: result.call_id });
  }

  /** Any program in the sandbox can start the hook, and make a call up. */
  #tellUnheard(): void {
    const { agent, note } = this.#context;
    for (const { call_id, tool } of this.#calls.unheard())
      if (agent.isTold?.(tool) === true)
        note?.(
          'call_unconfirmed',
          [],
          `ctx’s hook asked about a call of ${tool} that ${agent.agent.name} itself never told of (${call_id.slice(0, 80)}): it was not made, or a program that the agent started made it up`,
        );
  }

  #take(record: SessionRecord): void {
    advance(this.#context.state, record);
  }
}

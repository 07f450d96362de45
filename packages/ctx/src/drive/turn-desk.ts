// The desk of one turn: what a driven agent tells and asks becomes records, the policy and the budgets decide, and the word goes out
// only when the record is written.

import { advance } from '../agent/advance.js';
import { isOverspent, modelCallsLeft, toolCallsLeft } from '../agent/budget.js';
import type { TurnState } from '../agent/state.js';
import { wordsToModel } from '../agent/words-to-model.js';
import { answered } from '../policy/policy.js';
import type { Verdict } from '../policy/verdict.js';
import type { RecordBodies, RecordOf, SessionRecord } from '../protocol/records.js';
import type { Log } from '../session/log.js';
import { hasSettled } from '../session/settling.js';
import { systemAlarm } from '../time/clock.js';
import type { Desk, ToldAnswer, ToldCall, ToldResult, ToldUsage, Word } from './agent-port.js';
import { askPerson } from './ask-person.js';
import { DecidedCalls } from './decided-calls.js';
import type { DrivenContext, StopCause } from './driven-context.js';
import { type ForeignJudge, foreignJudge } from './judge-call.js';
import { RefusedConnections } from './refused-connections.js';
import { SaidWords } from './said-words.js';
import { answerBody, requestBody, resultBody } from './turn-records.js';

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
  readonly #words: SaidWords;
  readonly #calls: DecidedCalls;
  readonly #refused: RefusedConnections;
  /** Of an agent that does not tell where answers end: whether its calls still belong to the last one. */
  #answerIsOpen = false;
  #judged: { readonly of: ForeignJudge; readonly approved: number } | undefined;
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
    this.#words = new SaidWords(
      () => context.log.redactStream(),
      (type, text) =>
        context.emit({
          type: type === 'text' ? 'text.delta' : 'thought.delta',
          call: context.run.calls + 1,
          text,
        }),
    );
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
    if (!this.#isOver) this.#refused.tell();
    this.#isOver = true;
  }

  heard(): void {
    this.#onHeard();
  }

  text(piece: string): void {
    if (!this.#isOver) this.#words.add('text', piece);
  }

  thought(piece: string): void {
    if (!this.#isOver) this.#words.add('reasoning', piece);
  }

  answer(answer: ToldAnswer): void {
    if (this.#isOver) return;
    if (modelCallsLeft(this.#context.run) < 1) {
      this.#words.drop();
      this.#stop(undefined);
      return;
    }
    this.#log.together(() => this.#writeAnswer(answer));
    this.#checkSpent();
  }

  /** The turn is over: what was said last is the answer. Whether there was one, by the records. */
  conclude(finish: RecordOf<'model.responded'>['finish'] | undefined): boolean {
    if (this.#words.hasText && finish !== undefined) this.answer({ finish });
    return this.#turn.alone?.finish !== undefined && this.#turn.alone.finish !== 'tool_calls';
  }

  usage(of: 'turn' | 'subagent', { usage, cost_microusd }: ToldUsage): void {
    if (this.#isOver || (usage === undefined && cost_microusd === undefined)) return;
    const more = {
      tokens: (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0),
      microusd: cost_microusd ?? 0,
    };
    // Nothing may follow what passes a budget, and these words were said before it was known.
    if (isOverspent(this.#context.run, more)) this.conclude('stop');
    this.#take(
      this.#log.append('usage.reported', { of, usage: usage ?? null, cost_microusd: cost_microusd ?? null }),
    );
    this.#checkSpent();
  }

  announced(call: ToldCall): void {
    if (!this.#isOver) this.#calls.announce(call);
  }

  async hooked(call: ToldCall): Promise<Word> {
    const { alarm = systemAlarm } = this.#context.clock;
    const call_id = call.call_id === '' ? await this.#calls.idOf(call, alarm) : call.call_id;
    return this.ask({ ...call, call_id }, 'hook');
  }

  async ask(call: ToldCall, by: 'asked' | 'hook' = 'asked'): Promise<Word> {
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
    if (this.#isOver || this.#calls.find(told) !== undefined) return;
    this.#log.together(() => {
      this.#answerBefore();
      const call = this.#calls.named(told);
      const { leads, verdict } = this.#judge(call);
      this.#calls.add(told, call);
      const { seq } = this.#request(call, { enforcement: 'none', ...leads });
      if (!verdict.allowed) this.#unasked(call, verdict, seq);
    });
    if (toolCallsLeft(this.#context.run) < 0) this.#stop('budget');
  }

  returned(result: ToldResult): void {
    if (this.#isOver) return;
    for (const call_id of this.#calls.idsOf(result.call_id)) {
      const tool = this.#turn.alone?.open.get(call_id);
      if (tool !== undefined) this.#writeResult({ ...result, call_id }, tool);
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
      this.#answerBefore();
      const { leads, verdict } = this.#judge(call);
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
    this.#answerIsOpen = false;
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
    const what = isAsk ? 'wants somebody to be asked about it' : 'denies it';
    const says = `${agent.agent.name} made a call of ${tool} and asked nobody; the rule ${verdict.rule} ${what}`;
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

  #judge(call: ToldCall): { readonly leads: { leads_to?: string }; readonly verdict: Verdict } {
    const { run, agent, leadsTo } = this.#context;
    const leads_to = leadsTo?.(call);
    const leads = leads_to === undefined ? {} : { leads_to };
    const place = { folder: agent.agent.folder, opened: run.settings.open_paths };
    return { leads, verdict: this.#judging()({ ...call, ...leads }, place) };
  }

  /** The rules are read anew only when somebody has answered one for the rest of the session. */
  #judging(): ForeignJudge {
    const { settings, approved } = this.#context.run;
    if (this.#judged?.approved !== approved.size)
      this.#judged = { of: foreignJudge(answered(settings.policy, approved)), approved: approved.size };
    return this.#judged.of;
  }

  /** What was said before a call is the answer that asked for it. */
  #answerBefore(): void {
    if (this.#context.agent.tellsAnswers) return;
    if (this.#answerIsOpen && this.#words.isEmpty) return;
    this.answer({ finish: 'tool_calls' });
    this.#answerIsOpen = true;
  }

  #writeAnswer(answer: ToldAnswer): void {
    const content = this.#words.take();
    const { run, agent } = this.#context;
    const call = run.calls + 1;
    this.#take(this.#log.append('model.requested', requestBody(call)));
    this.#take(this.#log.append('model.responded', answerBody(call, content, answer, !agent.tellsAnswers)));
  }

  #writeResult(result: ToldResult, tool: string): void {
    this.#answerIsOpen = false;
    this.#refused.ofCall(result.call_id);
    const { body, redacted } = resultBody(this.#log, tool, result);
    this.#take(this.#log.append('tool.returned', body, redacted));
    this.#context.show?.({ type: 'tool.settled', call_id: result.call_id });
  }

  #checkSpent(): void {
    if (isOverspent(this.#context.run)) this.#stop('budget');
  }

  #take(record: SessionRecord): void {
    advance(this.#context.state, record);
  }
}

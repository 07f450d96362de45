// The desk of one turn: what a driven agent tells and asks becomes records, the policy and the budgets decide, and the word goes out
// only when the record is written.

import { advance } from '../agent/advance.js';
import { isOverspent, modelCallsLeft, toolCallsLeft } from '../agent/budget.js';
import type { TurnState } from '../agent/state.js';
import { truncate } from '../agent/truncate.js';
import { wordsToModel } from '../agent/words-to-model.js';
import { answered } from '../policy/policy.js';
import type { Verdict } from '../policy/verdict.js';
import type { ModelPart, RecordBodies, RecordOf, SessionRecord } from '../protocol/records.js';
import type { Log } from '../session/log.js';
import type { RedactedStream } from '../session/redact-stream.js';
import type { Desk, ToldAnswer, ToldCall, ToldResult, ToldUsage, Word } from './agent-port.js';
import { askPerson } from './ask-person.js';
import type { DrivenContext, StopCause } from './driven-context.js';
import { judgeForeign } from './judge-call.js';

/** Pieces of words that are told one by one are kept up to here, and no more of an answer than a record can hold. */
const longestAnswer = 1 << 24;

export class TurnDesk implements Desk {
  readonly #context: DrivenContext;
  readonly #log: Log;
  readonly #turn: TurnState;
  readonly #onHeard: () => void;
  readonly #stop: (cause: StopCause | undefined) => void;
  #parts: ModelPart[] = [];
  #length = 0;
  #shown: RedactedStream | undefined;
  /** Of an agent that does not tell where answers end: whether its calls still belong to the last one. */
  #answerIsOpen = false;
  /** Calls that were begun unasked may be asked about later, and calls may be asked about twice. */
  readonly #allowed = new Set<string>();
  readonly #denied = new Map<string, string>();
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
    this.#isOver = true;
  }

  heard(): void {
    this.#onHeard();
  }

  text(piece: string): void {
    this.#say('text', piece);
  }

  thought(piece: string): void {
    this.#say('reasoning', piece);
  }

  answer({ finish, usage, cost_microusd, id, model }: ToldAnswer): void {
    if (this.#isOver) return;
    const { run } = this.#context;
    if (modelCallsLeft(run) < 1) {
      this.#parts = [];
      this.#stop(undefined);
      return;
    }
    this.#hush();
    const call = run.calls + 1;
    this.#take(
      this.#log.append('model.requested', {
        call,
        request_digest: null,
        kept: 0,
        messages: [],
        derived: ['kept', 'messages'],
      }),
    );
    const content = this.#parts;
    this.#parts = [];
    this.#length = 0;
    this.#take(
      this.#log.append('model.responded', {
        call,
        content,
        finish,
        usage: usage ?? null,
        cost_microusd: cost_microusd ?? null,
        ...(id !== undefined && { response_id: id }),
        ...(model !== undefined && { response_model: model }),
        ...(!this.#context.agent.tellsAnswers && { derived: ['content', 'finish'] }),
      }),
    );
    this.#checkSpent();
  }

  /** The turn is over: what was said last is the answer. Whether there was one, by the records. */
  conclude(finish: RecordOf<'model.responded'>['finish'] | undefined): boolean {
    if (this.#parts.some(({ type }) => type === 'text') && finish !== undefined) this.answer({ finish });
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

  async ask(call: ToldCall): Promise<Word> {
    this.#asking += 1;
    try {
      return await this.#decide(call);
    } finally {
      this.#asking -= 1;
      this.#onHeard();
    }
  }

  began(call: ToldCall, by: 'hook' | 'none' = 'none'): void {
    if (this.#isOver || this.#allowed.has(call.call_id) || this.#denied.has(call.call_id)) return;
    this.#answerBefore();
    const { leads, verdict } = this.#judge(call);
    const { seq } = this.#request(call, { enforcement: by, ...leads });
    if (!verdict.allowed) this.#unasked(call, verdict, seq);
    if (toolCallsLeft(this.#context.run) < 0) this.#stop('budget');
  }

  returned({ call_id, output, is_error, exit_code }: ToldResult): void {
    const tool = this.#turn.alone?.open.get(call_id);
    if (this.#isOver || tool === undefined) return;
    this.#answerIsOpen = false;
    const redacted = this.#context.log.redact(output.toWellFormed());
    const { text, truncated } = truncate(redacted.text);
    const body = {
      call_id,
      tool,
      output: text,
      is_error,
      ...(exit_code !== undefined && { exit_code }),
      ...(truncated && { truncated }),
    };
    this.#take(this.#log.append('tool.returned', body, redacted.count));
    this.#context.show?.({ type: 'tool.settled', call_id });
  }

  note(code: string, says: string): void {
    this.#context.note?.(code, [], says);
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

  async #decide(call: ToldCall): Promise<Word> {
    const { call_id } = call;
    if (this.#isOver) return { say: 'cancelled' };
    const earlier = this.#denied.get(call_id);
    if (earlier !== undefined) return { say: 'deny', reason: earlier };
    if (this.#allowed.has(call_id)) return { say: 'allow' };
    this.#answerBefore();
    const { leads, verdict } = this.#judge(call);
    if (verdict.allowed) return this.#let(call, leads);
    if (verdict.asks !== true) return this.#deny(call, verdict.rule, verdict.reason, leads);
    if (toolCallsLeft(this.#context.run) < 1) return this.#outOfCalls();
    const given = await askPerson(this.#context, call, verdict.rule);
    if (this.#isOver || given === 'interrupted') return { say: 'cancelled' };
    if (given === 'nobody') return this.#deny(call, verdict.rule, verdict.reason, leads);
    if (given.answer === 'deny')
      return this.#deny(call, verdict.rule, wordsToModel.refused(verdict.rule, given), leads);
    return this.#let(call, leads);
  }

  #let(call: ToldCall, leads: { leads_to?: string }): Word {
    if (toolCallsLeft(this.#context.run) < 1) return this.#outOfCalls();
    this.#request(call, { enforcement: 'asked', ...leads });
    return { say: 'allow' };
  }

  #deny(
    { call_id, tool, input }: ToldCall,
    rule: string,
    reason: string,
    leads: { leads_to?: string },
  ): Word {
    this.#take(this.#log.append('tool.denied', { call_id, tool, input, rule, reason, ...leads }));
    this.#denied.set(call_id, reason);
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
    this.#allowed.add(call_id);
    this.#endsWithDenial = false;
    const record = this.#log.append('tool.requested', { call_id, tool, input, ...more });
    this.#take(record);
    return record;
  }

  #judge(call: ToldCall): { readonly leads: { leads_to?: string }; readonly verdict: Verdict } {
    const { run, agent, leadsTo } = this.#context;
    const leads_to = leadsTo?.(call);
    const { policy, open_paths: opened } = run.settings;
    const leads = leads_to === undefined ? {} : { leads_to };
    const place = { folder: agent.agent.folder, opened };
    return { leads, verdict: judgeForeign(answered(policy, run.approved), { ...call, ...leads }, place) };
  }

  /** What was said before a call is the answer that asked for it. */
  #answerBefore(): void {
    if (this.#context.agent.tellsAnswers) return;
    if (this.#answerIsOpen && this.#parts.length === 0) return;
    this.answer({ finish: 'tool_calls' });
    this.#answerIsOpen = true;
  }

  #say(type: 'text' | 'reasoning', piece: string): void {
    if (this.#isOver || piece === '' || this.#length + piece.length > longestAnswer) return;
    this.#length += piece.length;
    const last = this.#parts.at(-1);
    if (last?.type === type) this.#parts[this.#parts.length - 1] = { type, text: last.text + piece };
    else this.#parts.push({ type, text: piece });
    if (type !== 'text') return;
    const { log, run, emit } = this.#context;
    this.#shown ??= log.redactStream();
    const text = this.#shown.push(piece);
    if (text !== '') emit({ type: 'text.delta', call: run.calls + 1, text });
  }

  #hush(): void {
    const text = this.#shown?.end() ?? '';
    this.#shown = undefined;
    if (text !== '') this.#context.emit({ type: 'text.delta', call: this.#context.run.calls + 1, text });
  }

  #checkSpent(): void {
    if (isOverspent(this.#context.run)) this.#stop('budget');
  }

  #take(record: SessionRecord): void {
    advance(this.#context.state, record);
  }
}

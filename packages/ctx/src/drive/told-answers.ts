// What the model of a driven agent answers in a turn: words that come in pieces, put together where the agent says that an answer ends, or
// where a call shows that one did.

import { advance } from '../agent/advance.js';
import { isOverspent, modelCallsLeft } from '../agent/budget.js';
import type { TurnState } from '../agent/state.js';
import type { RecordOf } from '../protocol/records.js';
import type { ToldAnswer, ToldUsage } from './agent-port.js';
import type { DrivenContext, StopCause } from './driven-context.js';
import { type SaidType, SaidWords } from './said-words.js';
import { answerBody, requestBody } from './turn-records.js';

export class ToldAnswers {
  readonly #context: DrivenContext;
  readonly #turn: TurnState;
  readonly #stop: (cause: StopCause | undefined) => void;
  readonly #words: SaidWords;
  /** Of an agent that does not tell where answers end: whether its calls still belong to the last one. */
  #isOpen = false;

  constructor(context: DrivenContext, turn: TurnState, stop: (cause: StopCause | undefined) => void) {
    this.#context = context;
    this.#turn = turn;
    this.#stop = stop;
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

  say(type: SaidType, piece: string): void {
    this.#words.add(type, piece);
  }

  answer(answer: ToldAnswer): void {
    const { run, log } = this.#context;
    if (modelCallsLeft(run) < 1) {
      this.#words.drop();
      this.#stop(undefined);
      return;
    }
    log.together(() => this.#write(answer));
    this.#checkSpent();
  }

  /** What was said before a call is the answer that asked for it. */
  beforeCall(): void {
    if (this.#context.agent.tellsAnswers) return;
    if (this.#isOpen && this.#words.isEmpty) return;
    this.answer({ finish: 'tool_calls' });
    this.#isOpen = true;
  }

  /** What comes next belongs to another answer. */
  afterCall(): void {
    this.#isOpen = false;
  }

  /** The turn is over: what was said last is the answer. Whether there was one, by the records. */
  conclude(finish: RecordOf<'model.responded'>['finish'] | undefined): boolean {
    if (this.#words.hasText && finish !== undefined) this.answer({ finish });
    return this.#turn.alone?.finish !== undefined && this.#turn.alone.finish !== 'tool_calls';
  }

  usage(of: 'turn' | 'subagent', { usage, cost_microusd }: ToldUsage): void {
    if (usage === undefined && cost_microusd === undefined) return;
    const { run, state, log } = this.#context;
    const more = {
      tokens: (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0),
      microusd: cost_microusd ?? 0,
    };
    // Nothing may follow what passes a budget, and these words were said before it was known.
    if (isOverspent(run, more)) this.conclude('stop');
    const body = { of, usage: usage ?? null, cost_microusd: cost_microusd ?? null };
    advance(state, log.append('usage.reported', body));
    this.#checkSpent();
  }

  #write(answer: ToldAnswer): void {
    const content = this.#words.take();
    const { run, agent, state, log } = this.#context;
    const call = run.calls + 1;
    advance(state, log.append('model.requested', requestBody(call)));
    advance(state, log.append('model.responded', answerBody(call, content, answer, !agent.tellsAnswers)));
  }

  #checkSpent(): void {
    if (isOverspent(this.#context.run)) this.#stop('budget');
  }
}

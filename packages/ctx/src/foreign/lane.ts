// One run of a transcript as it is told: pieces of an answer are put together, results are held until the answer is whole, and
// then everything is written in the order that a log wants.

import type { ModelPart, Usage } from '../protocol/records.js';
import type { LogSoFar } from './log-so-far.js';
import { stopOf } from './run-so-far.js';
import type { RunWriter } from './run-writer.js';
import type { AnswerPiece, Compaction, FailureTold, Prompt, Result, Told, UsageTold } from './told.js';

type Call = Extract<ModelPart, { readonly call_id: string }>;

interface OpenAnswer {
  readonly group: string | undefined;
  id: string | undefined;
  readonly parts: ModelPart[];
  usage: Usage | 'none' | undefined;
  cost_microusd: number | undefined;
  finish: AnswerPiece['finish'];
  model: string | undefined;
  request: string | undefined;
  readonly at: string | undefined;
  /** Whether its host writes an answer whole, or said that this one is. */
  isWhole: boolean;
  /** Where its first line begins in the file. */
  readonly since: number;
  bytes: number;
}

/** What the log holds already. */
type KnownOfLog = Pick<LogSoFar, 'answered' | 'denied'>;

/** More than this cannot stand in one record. */
const largestAnswer = 1 << 25;
/** An answer whose calls lack their results holds back no more than this many results and pieces. */
const mostHeld = 10_000;

export class Lane {
  readonly #open: () => RunWriter;
  #opened: RunWriter | undefined;
  readonly #known: KnownOfLog;
  #answer: OpenAnswer | undefined;
  #results = new Map<string, Result>();
  #failure: FailureTold | undefined;
  readonly #compactions: Compaction[] = [];
  /** What subagents the calls started, by what the host calls them. */
  readonly spawned = new Map<string, string>();
  /** Results of calls that nobody asked for. */
  orphans = 0;

  /** `open` opens the run when there is something to write. */
  constructor(open: () => RunWriter, known: KnownOfLog) {
    this.#open = open;
    this.#known = known;
  }

  /** The run's id; with it the run is there, whether it has anything to tell or not. */
  begin(): string {
    return this.#run().run.run_id;
  }

  /** Where in the file the answer begins that is not whole yet. */
  get since(): number | undefined {
    return this.#answer?.since;
  }

  take(told: Told, start: number, bytes: number): void {
    switch (told.tells) {
      case 'prompt':
        this.#prompt(told);
        return;
      case 'answer':
        this.#piece(told, start, bytes);
        return;
      case 'usage':
        this.#usage(told);
        return;
      case 'result':
        this.#result(told);
        return;
      case 'failure':
        this.flush();
        this.#fail(true);
        this.#failure = told;
        return;
      case 'compaction':
        this.flush();
        this.#compactions.push(told);
        return;
      case 'turn_end':
        this.flush();
        this.#fail(false);
        if (told.how === 'cancelled' && this.#opened?.run.turn !== undefined)
          this.#opened.interrupt(told.at, true);
        return;
      case 'note':
      case 'unknown':
        return;
    }
  }

  /** After the last line. Nothing more is written of what is under way, unless the session has ended. */
  finish(ended: boolean): void {
    if (this.#answer !== undefined && !ended && mayGoOn(this.#answer)) return;
    this.flush();
    this.#fail(false);
    const writer = this.#opened;
    if (writer === undefined) return;
    if (writer.run.turn !== undefined && stopOf(writer.run) === undefined && !ended) return;
    if (writer.run.turn !== undefined && stopOf(writer.run) === undefined) writer.interrupt();
    for (const compaction of this.#compactions.splice(0)) this.#compact(writer, compaction);
    writer.closeRun();
  }

  /** Writes the answer under way, and what came of its calls: those without a result were cut short. */
  flush(): void {
    const answer = this.#answer;
    if (answer === undefined) return;
    this.#answer = undefined;
    const writer = this.#inTurn(answer.at);
    writer.answer(answer);
    for (const call of callsOf(answer)) {
      writer.call(call, this.#results.get(call.call_id));
      this.#results.delete(call.call_id);
    }
    this.orphans += this.#results.size;
    this.#results.clear();
  }

  #prompt({ text, at }: Prompt): void {
    this.flush();
    this.#fail(false);
    const writer = this.#run();
    writer.openTurn(text, at);
    for (const compaction of this.#compactions.splice(0)) writer.compacted(compaction);
  }

  #piece(piece: AnswerPiece, since: number, bytes: number): void {
    const open = this.#answer;
    const group = piece.group ?? piece.id;
    const isSame = open !== undefined && group !== undefined && open.group === group;
    if (isSame && open.bytes + bytes <= largestAnswer) {
      open.parts.push(...piece.parts);
      open.bytes += bytes;
      if (open.usage !== 'none') open.usage = piece.usage ?? open.usage;
      open.cost_microusd = piece.cost_microusd ?? open.cost_microusd;
      open.finish = piece.finish ?? open.finish;
      open.model = piece.model ?? open.model;
      open.request = piece.request ?? open.request;
      return;
    }
    this.flush();
    this.#fail(true);
    const { id, parts, finish, cost_microusd, model, request, at } = piece;
    const isCounted = id !== undefined && this.#known.answered.has(id);
    const usage = isCounted ? 'none' : piece.usage;
    this.#answer = {
      isWhole: piece.group === undefined,
      group,
      id,
      parts: [...parts],
      usage,
      cost_microusd,
      finish,
      model,
      request,
      at,
      since,
      bytes,
    };
  }

  #usage({ usage, cost_microusd, id }: UsageTold): void {
    const answer = this.#answer;
    if (answer === undefined) return;
    answer.id ??= id;
    answer.isWhole = true;
    if (answer.id !== undefined && this.#known.answered.has(answer.id)) answer.usage = 'none';
    if (answer.usage === 'none') return;
    answer.usage = usage ?? answer.usage;
    answer.cost_microusd = cost_microusd ?? answer.cost_microusd;
  }

  #result(result: Result): void {
    if (
      this.#answer === undefined ||
      !hasCall(this.#answer, result.call_id) ||
      this.#results.has(result.call_id)
    ) {
      this.orphans += 1;
      return;
    }
    this.#results.set(result.call_id, this.#orDenied(result));
    if (result.spawned !== undefined) this.spawned.set(result.spawned, result.call_id);
    if (this.#results.size > mostHeld) this.flush();
  }

  /** A hook that denied the call knows better than a host that wrote down a failure. */
  #orDenied(result: Result): Result {
    const denied = this.#known.denied.get(result.call_id);
    if (denied === undefined || result.denied !== undefined || !result.is_error) return result;
    return { ...result, denied, derived: ['rule', 'reason'] };
  }

  /** A failure is written when it is known whether the model was asked again. */
  #fail(again: boolean): void {
    const failure = this.#failure;
    if (failure === undefined) return;
    this.#failure = undefined;
    this.#inTurn(failure.at).failure(failure, again);
  }

  #run(): RunWriter {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  /** The run, with a turn that an answer can stand in. */
  #inTurn(at: string | undefined): RunWriter {
    const writer = this.#run();
    const { turn } = writer.run;
    // What comes after a turn is over belongs to one whose prompt the file does not show.
    if (turn === undefined || writer.run.tally.turn.stop !== undefined) writer.openTurn(undefined, at);
    for (const compaction of this.#compactions.splice(0)) this.#compact(writer, compaction);
    return writer;
  }

  #compact(writer: RunWriter, compaction: Compaction): void {
    const { turn, tally } = writer.run;
    if (turn !== undefined && tally.turn.stop === undefined) writer.compacted(compaction);
    else this.#compactions.push(compaction);
  }
}

/** Calls come one by one with results between them, and thoughts before everything: until something else follows, more may come. */
function mayGoOn({ parts, finish, isWhole }: OpenAnswer): boolean {
  if (!isWhole || finish === 'tool_calls') return true;
  return (
    !parts.some(({ type }) => type === 'text') ||
    parts.some(({ type }) => type === 'tool_call' || type === 'malformed_call')
  );
}

function callsOf(answer: OpenAnswer | undefined): Call[] {
  const calls: Call[] = [];
  for (const part of answer?.parts ?? [])
    if (part.type === 'tool_call' || part.type === 'malformed_call') calls.push(part);
  return calls;
}

function hasCall(answer: OpenAnswer, call_id: string): boolean {
  return answer.parts.some((part) => 'call_id' in part && part.call_id === call_id);
}

// What a run has used and what stopped its turns, counted from its records. Whoever shows or compares such a number takes it from here.

import type { RecordOf, SessionRecord, Spent, StopReason, Totals, TurnResult } from '../protocol/records.js';

/** Numbers alone: what is known to have been used, and therefore counts against a budget. */
export type Known = { readonly [K in keyof Totals]: number };

export interface RunTally {
  /** Unknown as soon as one part is. */
  readonly totals: Totals;
  readonly known: { -readonly [K in keyof Known]: Known[K] };
  /** Model calls that were answered, with a failure or without: where a script goes on. */
  answers: number;
  denials: number;
  /** Of the last turn that was opened. */
  turn: TurnTally;
  stopsOnDenial: boolean;
  /** Hooks tell of calls and never of answers, so nobody knows what those took. */
  readonly isCaptured: boolean;
  /** A driven agent may say what it used, or not: what a turn took is unknown until it says something. */
  readonly isDriven: boolean;
  /** Of a driven run: what the turns before the last one took. */
  before: Spent;
  /** Of a driven run: what was said of the last turn, added up; it may be too large to be exact. */
  said: Spent;
}

export interface TurnTally {
  readonly spent: Spent;
  model_calls: number;
  tool_calls: number;
  readonly denials: TurnResult['permission_denials'];
  /** The model call that has no answer yet. */
  asked: number | undefined;
  compactions: number;
  turns_dropped: number;
  cancel_observed: boolean;
  /** Set as soon as it is certain that the turn will not complete. */
  stop: StopReason | undefined;
}

export function newTally({ settings, capture }: RecordOf<'run.opened'>): RunTally {
  const isCaptured = capture.model === 'captured';
  const isDriven = capture.model === 'driven';
  return {
    totals: isCaptured ? { ...noTotals(), ...unknownSpent } : noTotals(),
    known: noneKnown(),
    answers: 0,
    denials: 0,
    turn: newTurn(isCaptured || isDriven),
    isCaptured,
    isDriven,
    before: noTotals(),
    said: { ...unknownSpent },
    stopsOnDenial: settings.policy.on_deny === 'stop',
  };
}

/** The result of a turn of another agent, for which no command and no tool of ours was matched. */
export function turnResult(
  { turn, prompt, output }: Pick<TurnResult, 'turn' | 'prompt' | 'output'>,
  stop_reason: StopReason,
  tally: TurnTally,
): TurnResult {
  return {
    turn,
    prompt,
    output,
    stop_reason,
    matched_commands: [],
    matched_tools: [],
    ...countedIn(tally),
  };
}

/** What a turn's result says that is counted. */
export function countedIn(turn: TurnTally) {
  return {
    cancel_observed: turn.cancel_observed,
    permission_denials: turn.denials,
    usage: turn.spent,
    model_calls: turn.model_calls,
    tool_calls: turn.tool_calls,
    compaction_occurred: turn.compactions > 0,
    turns_dropped: turn.turns_dropped,
  };
}

/** Counts a record of the run, the one after its opening or a later one. */
export function count(run: RunTally, record: SessionRecord): void {
  if (record.type === 'turn.opened') {
    add(run, 'turns');
    run.turn = newTurn(run.isCaptured || run.isDriven);
    if (run.isDriven) {
      const { input_tokens, output_tokens, cost_microusd } = run.totals;
      run.before = { input_tokens, output_tokens, cost_microusd };
      run.said = { ...unknownSpent };
      Object.assign(run.totals, unknownSpent);
    }
  } else if (record.type === 'session.resumed') {
    if (record.settings !== undefined) run.stopsOnDenial = record.settings.policy.on_deny === 'stop';
    // Another model has answered nothing yet.
    if (record.model !== undefined) run.answers = 0;
  } else countInTurn(run, run.turn, record);
}

function countInTurn(run: RunTally, turn: TurnTally, record: SessionRecord): void {
  switch (record.type) {
    case 'model.requested':
      turn.asked = record.call;
      return;
    case 'model.responded':
      run.answers += 1;
      endCall(run, turn);
      spend(run, turn, record);
      return;
    case 'model.failed':
      // What a script still expected after its last answer is a failure that nobody had asked for.
      if (turn.asked !== undefined) run.answers += 1;
      endCall(run, turn);
      if (!record.will_retry) turn.stop = 'model_error';
      return;
    case 'usage.reported':
      spend(run, turn, record);
      return;
    case 'output.rejected':
      if (!record.will_repair) turn.stop = 'output_invalid';
      return;
    case 'tool.requested':
      turn.tool_calls += 1;
      add(run, 'tool_calls');
      return;
    case 'tool.denied':
      countDenial(run, turn, record.tool, record.reason);
      return;
    case 'tool.returned':
      if (record.denied !== undefined) countDenial(run, turn, record.tool, record.denied.reason);
      return;
    case 'context.compacted':
      turn.compactions += 1;
      turn.turns_dropped += record.turns_dropped ?? 0;
      return;
    case 'turn.interrupted':
      endCall(run, turn);
      turn.cancel_observed = record.cancel_observed;
      turn.stop = stopBy[record.cause];
      return;
  }
}

const stopBy = {
  timeout: 'timeout',
  signal: 'cancelled',
  budget: 'max_budget_reached',
  log: 'log_tampered',
  idle: 'timeout',
  policy: 'tool_denied',
  gone: 'cancelled',
} as const;

/** A call counts when it ends. One that a crash cut off is made again, and only the second one counts. */
function endCall(run: RunTally, turn: TurnTally): void {
  if (turn.asked === undefined) return;
  turn.asked = undefined;
  turn.model_calls += 1;
  add(run, 'model_calls');
}

function add({ totals, known }: RunTally, what: 'turns' | 'model_calls' | 'tool_calls'): void {
  totals[what] += 1;
  known[what] += 1;
}

function spend(
  run: RunTally,
  turn: TurnTally,
  { usage, cost_microusd }: Pick<RecordOf<'model.responded'>, 'usage' | 'cost_microusd'>,
): void {
  const spent = {
    input_tokens: usage?.input_tokens ?? null,
    output_tokens: usage?.output_tokens ?? null,
    cost_microusd,
  };
  for (const what of amounts) {
    const more = spent[what];
    run.known[what] += more ?? 0;
    if (run.isDriven) {
      if (more !== null) run.said[what] = (run.said[what] ?? 0) + more;
      turn.spent[what] = plus(run.said[what], 0);
      run.totals[what] = plus(run.before[what], turn.spent[what]);
    } else {
      turn.spent[what] = plus(turn.spent[what], more);
      run.totals[what] = plus(run.totals[what], more);
    }
  }
}

const amounts = ['input_tokens', 'output_tokens', 'cost_microusd'] as const;

/** With an unknown part the sum is unknown, and so is one that is too large to be exact. */
export function plus(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return null;
  return Number.isSafeInteger(a + b) ? a + b : null;
}

function countDenial(run: RunTally, turn: TurnTally, tool_name: string, reason: string): void {
  run.denials += 1;
  turn.denials.push({ tool_name, reason });
  if (run.stopsOnDenial) turn.stop = 'tool_denied';
}

const unknownSpent = { input_tokens: null, output_tokens: null, cost_microusd: null };

function newTurn(isUntold: boolean): TurnTally {
  return {
    spent: isUntold ? { ...unknownSpent } : { input_tokens: 0, output_tokens: 0, cost_microusd: 0 },
    model_calls: 0,
    tool_calls: 0,
    denials: [],
    asked: undefined,
    compactions: 0,
    turns_dropped: 0,
    cancel_observed: false,
    stop: undefined,
  };
}

export function noneKnown(): { -readonly [K in keyof Known]: Known[K] } {
  return { turns: 0, model_calls: 0, tool_calls: 0, input_tokens: 0, output_tokens: 0, cost_microusd: 0 };
}

export function noTotals(): Totals {
  return noneKnown();
}

export function sumOf(a: Totals, b: Totals): Totals {
  return {
    turns: a.turns + b.turns,
    model_calls: a.model_calls + b.model_calls,
    tool_calls: a.tool_calls + b.tool_calls,
    input_tokens: plus(a.input_tokens, b.input_tokens),
    output_tokens: plus(a.output_tokens, b.output_tokens),
    cost_microusd: plus(a.cost_microusd, b.cost_microusd),
  };
}

export function knownSum(a: Known, b: Known): Known {
  return {
    turns: a.turns + b.turns,
    model_calls: a.model_calls + b.model_calls,
    tool_calls: a.tool_calls + b.tool_calls,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cost_microusd: a.cost_microusd + b.cost_microusd,
  };
}

/** What the results of a run's closed turns add up to, for those who have not read its records. */
export function totalsOfTurns(turns: readonly TurnResult[]): Totals {
  const ofTurn = ({ usage, model_calls, tool_calls }: TurnResult) => ({
    ...usage,
    turns: 1,
    model_calls,
    tool_calls,
  });
  return turns.map(ofTurn).reduce(sumOf, noTotals());
}

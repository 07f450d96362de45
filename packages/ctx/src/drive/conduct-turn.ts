// One turn of a driven agent: it works until it says that it is done, or until somebody, a budget, a deadline, a rule or its own silence
// ends the turn. Then it is asked to stop, and what it does not acknowledge in time is cut short.

import { advance } from '../agent/advance.js';
import type { TurnState } from '../agent/state.js';
import type { RecordBodies, StopReason } from '../protocol/records.js';
import { type Alarm, systemAlarm } from '../time/clock.js';
import type { TurnEnd } from './agent-port.js';
import type { DrivenContext, StopCause } from './driven-context.js';
import { TurnDesk } from './turn-desk.js';

/** How long an agent has to acknowledge that it was stopped: it may have programs of its own to end first. */
const grace = 2_000;

interface Stop {
  /** Nothing where the records say themselves that the turn is over. */
  readonly cause: StopCause | undefined;
}

export async function conductTurn(context: DrivenContext, turn: TurnState): Promise<StopReason> {
  const { agent, run, interruption, clock } = context;
  const alarm = clock.alarm ?? systemAlarm;
  let wanted: Stop | undefined;
  let tell: (stop: Stop) => void = () => {};
  const stopped = new Promise<Stop>((resolve) => {
    tell = resolve;
  });
  const stopNow = (stop: Stop) => {
    wanted ??= stop;
    tell(stop);
  };
  const silence = idleWatch(run.settings.budget.idle_ms, clock.alarm, () => {
    if (desk.isAsked) silence.heard();
    else stopNow({ cause: 'idle' });
  });
  const desk = new TurnDesk(context, turn, silence.heard, (cause) => stopNow({ cause }));
  const onInterrupt = () => stopNow({ cause: undefined });
  interruption.signal.addEventListener('abort', onInterrupt, { once: true });
  if (interruption.cause() !== undefined) onInterrupt();
  const prompted = agent.prompt(turn.prompt, desk);
  try {
    // Where both are there, the stop counts.
    const first = await Promise.race([stopped, prompted]);
    if ('how' in first) {
      end(context, desk, first);
      // What it says at its end that it used may be more than there was.
      if (wanted?.cause !== undefined && turn.tally.stop === undefined)
        interrupt(context, { cause: wanted.cause, cancel_observed: true });
      return stopReasonOf(context, turn);
    }
    agent.cancel();
    const acknowledged = await within(prompted, grace, alarm);
    if (!acknowledged) await agent.end();
    else concluded(desk, await prompted);
    const cause = interruption.cause() ?? (first.cause === undefined ? undefined : { cause: first.cause });
    if (cause !== undefined) interrupt(context, { ...cause, cancel_observed: acknowledged });
    desk.close();
    desk.cutShort();
    return stopReasonOf(context, turn);
  } finally {
    desk.close();
    silence.release();
    interruption.signal.removeEventListener('abort', onInterrupt);
  }
}

/** A turn that ended by itself while it was being stopped keeps its answer. */
function concluded(desk: TurnDesk, ended: TurnEnd): void {
  if (ended.how === 'ended') desk.conclude(ended.finish);
  if (ended.how !== 'gave_up' && ended.usage !== undefined) desk.usage('turn', ended.usage);
}

function end(context: DrivenContext, desk: TurnDesk, ended: TurnEnd): void {
  const { agent } = context;
  if (ended.how === 'gave_up') {
    giveUp(context, desk);
    return;
  }
  // Calls that it left open first: what follows the last result is the answer.
  desk.cutShort();
  const hasAnswer = desk.conclude(ended.how === 'ended' ? (ended.finish ?? 'stop') : undefined);
  if (ended.usage !== undefined) desk.usage('turn', ended.usage);
  if (ended.how === 'failed') fail(context, ended);
  else if (!hasAnswer && desk.endsWithDenial) giveUp(context, desk);
  else if (!hasAnswer && !isExhausted(context))
    fail(context, { message: `${agent.agent.name} ended its turn without an answer`, isAgents: true });
}

/** Some agents do not go on after a denied call. */
function giveUp(context: DrivenContext, desk: TurnDesk): void {
  desk.cutShort();
  interrupt(context, { cause: 'policy', cancel_observed: true });
}

function isExhausted({ run: { turn, settings } }: DrivenContext): boolean {
  return (turn?.tally.model_calls ?? 0) >= settings.budget.max_model_calls_per_turn;
}

function fail(
  { state, run, log }: DrivenContext,
  { message, status, isAgents }: Omit<Extract<TurnEnd, { how: 'failed' }>, 'how'>,
): void {
  const call = run.calls + 1;
  const derived = ['kept', 'messages'];
  advance(
    state,
    log.append('model.requested', { call, request_digest: null, kept: 0, messages: [], derived }),
  );
  const body = {
    call,
    attempt: 1,
    failure: isAgents
      ? ('agent' as const)
      : status === undefined
        ? ('refused' as const)
        : ('status' as const),
    ...(status !== undefined && { status }),
    retryable: false,
    will_retry: false,
    message: message.toWellFormed(),
    derived: ['attempt', 'retryable', 'will_retry'],
  };
  advance(state, log.append('model.failed', body));
}

function interrupt({ state, log }: DrivenContext, body: RecordBodies['turn.interrupted']): void {
  advance(state, log.append('turn.interrupted', body));
}

/** By the records alone, as verify does. */
function stopReasonOf({ run }: DrivenContext, { tally, alone }: TurnState): StopReason {
  if (tally.stop !== undefined) return tally.stop;
  switch (alone?.finish) {
    case 'stop':
      return 'completed';
    case 'length':
    case 'content_filter':
      return alone.finish;
    default:
      if (tally.model_calls >= run.settings.budget.max_model_calls_per_turn) return 'max_iterations_reached';
      throw new TypeError('a turn was ended, and its records do not say why');
  }
}

/** Whether it settled in time. */
async function within(work: Promise<unknown>, ms: number, alarm: Alarm): Promise<boolean> {
  let takeBack = () => {};
  const over = new Promise<boolean>((resolve) => {
    takeBack = alarm(ms, () => resolve(false));
  });
  const settled = await Promise.race([work.then(() => true), over]);
  takeBack();
  return settled;
}

/** Every message is heard: a timer of Node's is set back rather than made anew. */
function idleWatch(ms: number | undefined, alarm: Alarm | undefined, ring: () => void) {
  if (ms === undefined) return { heard: () => {}, release: () => {} };
  if (alarm === undefined) {
    const timer = setTimeout(ring, ms);
    return { heard: () => void timer.refresh(), release: () => clearTimeout(timer) };
  }
  let takeBack = alarm(ms, ring);
  const heard = () => {
    takeBack();
    takeBack = alarm(ms, ring);
  };
  return { heard, release: () => takeBack() };
}

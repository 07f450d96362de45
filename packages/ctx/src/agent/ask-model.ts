// One model call: asked in the log, then made, then its answer or its failure in the log.

import { advance } from './advance.js';
import { modelCallsLeft } from './budget.js';
import { interruptTurn } from './close-turn.js';
import { costOf } from './estimate.js';
import { settleInFlight } from './in-flight.js';
import { pause } from './interruption.js';
import type { ModelAnswer, ModelRequest } from './ports.js';
import { requestDigest } from './request-digest.js';
import { mayRetry, waitBefore } from './retry.js';
import type { RunContext } from './run-context.js';
import { soundAnswer } from './sound-answer.js';

export async function askModel(context: RunContext, max_output_tokens: number | undefined): Promise<void> {
  await waitForRetry(context);
  if (context.interruption.cause() !== undefined) {
    interruptTurn(context, true);
    return;
  }
  logRequest(context);
  const [outcome] = await callModel(context, requestOf(context, max_output_tokens));
  if (outcome === undefined || outcome.kind === 'abandoned') {
    interruptTurn(context, false);
    return;
  }
  const answer = outcome.value;
  // What a model says when it is stopped need not be all it had to say, but it may have to be paid.
  if (answer?.kind === 'responded') logAnswer(context, answer);
  else if (answer !== undefined && outcome.kind === 'done') logFailure(context, answer);
  if (outcome.kind === 'stopped') interruptTurn(context, true);
}

/** In deterministic mode nothing waits: the failures are scripted, and nobody at the other end needs the rest. */
async function waitForRetry({ run, clock, random, interruption }: RunContext): Promise<void> {
  const turn = run.turn;
  if (turn === undefined || clock.deterministic) return;
  await pause(waitBefore(turn.attempts, turn.retry_after_ms, random), interruption.signal);
}

function logRequest({ state, run, pool, log }: RunContext): void {
  const { conversation, settings } = run;
  const body = {
    call: run.calls + 1,
    request_digest: requestDigest(conversation, settings, pool.entries),
    kept: conversation.announced,
    messages: conversation.origins.slice(conversation.announced),
  };
  advance(state, log.append('model.requested', body));
}

function requestOf({ run, pool }: RunContext, max_output_tokens: number | undefined): ModelRequest {
  const { system, temperature, seed, structured_output } = run.settings;
  const { messages } = run.conversation;
  return { system, messages, tools: pool.tools, temperature, seed, max_output_tokens, structured_output };
}

async function callModel({ run, model, interruption, emit }: RunContext, request: ModelRequest) {
  const { calls: call } = run;
  let listening = true;
  const onText = (text: string) => {
    if (listening) emit({ type: 'text.delta', call, text });
  };
  try {
    return await settleInFlight(
      [({ signal }) => model.call(request, { signal, onText })],
      interruption.signal,
    );
  } finally {
    listening = false;
  }
}

function logAnswer(
  { state, run, model, log }: RunContext,
  answer: Extract<ModelAnswer, { kind: 'responded' }>,
): void {
  const { content, finish, usage } = soundAnswer(answer);
  const cost_microusd = model.price === undefined ? 0 : costOf(usage, model.price);
  const body = { call: run.calls, content: [...content], finish, usage, cost_microusd };
  advance(state, log.append('model.responded', body));
}

function logFailure({ state, run, log }: RunContext, answer: Extract<ModelAnswer, { kind: 'failed' }>): void {
  const attempt = (run.turn?.attempts ?? 0) + 1;
  const body = {
    call: run.calls,
    attempt,
    failure: answer.failure,
    ...(answer.status !== undefined && { status: answer.status }),
    ...(answer.retry_after_ms !== undefined && { retry_after_ms: answer.retry_after_ms }),
    will_retry: mayRetry(answer, attempt) && modelCallsLeft(run) > 1,
    message: answer.message.toWellFormed(),
  };
  advance(state, log.append('model.failed', body));
}

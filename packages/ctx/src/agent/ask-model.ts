// One model call: asked in the log, then made, then its answer or its failure in the log.

import type { ModelPart, Usage } from '../protocol/records.js';
import { tokensOfText } from '../text/token-estimate.js';
import { waitUnless } from '../time/interruptible-wait.js';
import { advance } from './advance.js';
import { modelCallsLeft } from './budget.js';
import { interruptTurn } from './close-turn.js';
import { tokensOf } from './conversation.js';
import { costOf, tokensOfMessage } from './estimate.js';
import { settleInFlight } from './in-flight.js';
import type { ModelAnswer, ModelRequest } from './ports.js';
import { requestDigest } from './request-digest.js';
import { mayRetry, waitBefore } from './retry.js';
import type { RunContext } from './run-context.js';
import { soundAnswer } from './sound-answer.js';

export async function askModel(context: RunContext, max_output_tokens: number | undefined): Promise<void> {
  await waitForRetry(context);
  await context.gate?.beforeCall(context.interruption.signal);
  if (context.interruption.cause() !== undefined) {
    interruptTurn(context, true);
    return;
  }
  logRequest(context);
  await context.log.settled();
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

/** A scripted or recorded failure is not waited for in deterministic mode: nobody at the other end needs the rest. */
async function waitForRetry({ run, model, clock, random, interruption }: RunContext): Promise<void> {
  const turn = run.turn;
  if (turn === undefined || (clock.deterministic && model.source !== 'live')) return;
  const wait = clock.wait ?? waitUnless;
  await wait(waitBefore(turn.attempts, turn.retry_after_ms, random), interruption.signal);
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
  const { system, temperature, seed, structured_output, effort } = run.settings;
  const { messages } = run.conversation;
  return {
    system,
    messages,
    tools: pool.tools,
    temperature,
    seed,
    max_output_tokens,
    structured_output,
    effort,
  };
}

/** What is being said is told as it comes, but never a secret: what may become one waits for the rest of it. */
async function callModel({ run, model, log, clock, interruption, emit }: RunContext, request: ModelRequest) {
  const { calls: call } = run;
  const said = log.redactStream();
  const thought = log.redactStream();
  let listening = true;
  const tell = (type: 'text.delta' | 'thought.delta', text: string) => {
    if (text !== '') emit({ type, call, text });
  };
  const onText = (text: string) => {
    if (listening) tell('text.delta', said.push(text));
  };
  const onThought = (text: string) => {
    if (listening) tell('thought.delta', thought.push(text));
  };
  try {
    return await settleInFlight(
      [({ signal }) => model.call(request, { signal, onText, onThought })],
      interruption.signal,
      clock.alarm,
    );
  } finally {
    listening = false;
    tell('thought.delta', thought.end());
    tell('text.delta', said.end());
  }
}

function logAnswer(context: RunContext, answer: Extract<ModelAnswer, { kind: 'responded' }>): void {
  const { state, run, model, log } = context;
  const { content, finish, response, warnings = [], ...sound } = soundAnswer(answer);
  const usage = sound.usage ?? estimatedUsage(context, content);
  // A script or a recording costs nothing; what somebody else's model costs without a known price, nobody knows.
  const unpriced = model.source === 'live' ? null : 0;
  const cost_microusd = model.price === undefined ? unpriced : costOf(usage, model.price);
  const body = {
    call: run.calls,
    content: [...content],
    finish,
    usage,
    cost_microusd,
    ...(response?.id !== undefined && { response_id: response.id }),
    ...(response?.model !== undefined && { response_model: response.model }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
  advance(state, log.append('model.responded', body));
}

/** Budgets hold also where a provider does not say what it used. */
function estimatedUsage({ run, pool }: RunContext, content: readonly ModelPart[]): Usage {
  const { settings, conversation } = run;
  return {
    input_tokens: tokensOfText(settings.system ?? '') + pool.tokens + tokensOf(conversation),
    output_tokens: tokensOfMessage({ role: 'assistant', content }),
    estimated: true,
  };
}

function logFailure({ state, run, log }: RunContext, answer: Extract<ModelAnswer, { kind: 'failed' }>): void {
  const attempt = (run.turn?.attempts ?? 0) + 1;
  const body = {
    call: run.calls,
    attempt,
    failure: answer.failure,
    ...(answer.status !== undefined && { status: answer.status }),
    ...(answer.retry_after_ms !== undefined && { retry_after_ms: answer.retry_after_ms }),
    retryable: answer.retryable,
    will_retry: mayRetry(answer, attempt) && modelCallsLeft(run) > 1,
    message: answer.message.toWellFormed(),
  };
  advance(state, log.append('model.failed', body));
}

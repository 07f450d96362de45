// The scripted model: answers from a file, one reply a call. A feature of its own, and a stand-in for any other model.

import type { ModelPart } from '../../protocol/records.js';
import { counted } from '../../text/counted.js';
import { waitUnless } from '../../time/interruptible-wait.js';
import type { Model, ModelAnswer } from '../ports.js';
import { unmet } from './expectation.js';
import type { Reply, Script, ScriptedAnswer } from './script-file.js';

/** `answered`: how many of its replies the log already holds; a resumed run goes on after them. */
export function scriptedModel(script: Script, answered: number): Model {
  const { replies } = script;
  let next = answered;
  let calls = replies.slice(0, answered).reduce((sum, reply) => sum + callsIn(reply), 0);
  return {
    name: 'script/1',
    source: 'scripted',
    price: script.price,
    contextTokens: script.contextTokens,
    async call(request, { signal, onText }) {
      const index = next++;
      const reply = replies[index];
      if (reply === undefined) return pastTheEnd(replies.length);
      const firstCall = calls + 1;
      calls += callsIn(reply);
      const complaint = unmet(reply.expect, request);
      if (complaint !== undefined) return failed(`Reply ${index + 1} of the script ${complaint}.`);
      await waitUnless(reply.delay_ms, signal);
      if (signal.aborted) return stopped();
      return answerWith(reply.answer, { signal, onText, firstCall });
    },
    leftOver() {
      const left = replies.length - next;
      return left > 0
        ? `The script expected ${counted(replies.length, 'model call')}, got ${next}: ${counted(left, 'reply', 'replies')} left over.`
        : undefined;
    },
  };
}

interface Asked {
  readonly signal: AbortSignal;
  readonly onText: (delta: string) => void;
  readonly firstCall: number;
}

async function answerWith(answer: ScriptedAnswer, asked: Asked): Promise<ModelAnswer> {
  switch (answer.kind) {
    case 'say': {
      for (const delta of deltas(answer.text)) asked.onText(delta);
      const { finish, usage } = answer;
      return { kind: 'responded', content: contentOf(answer, asked.firstCall), finish, usage };
    }
    case 'cut_off': {
      const half = answer.text.slice(0, Math.ceil(answer.text.length / 2)).toWellFormed();
      for (const delta of deltas(half)) asked.onText(delta);
      return { kind: 'failed', failure: 'cut_off', retryable: true, message: 'The stream broke off.' };
    }
    case 'status': {
      const { status, retry_after_ms } = answer;
      const message = `The model answered with status ${status}.`;
      const retryable = status === 408 || status === 409 || status === 429 || status >= 500;
      const asksToWait = retry_after_ms !== undefined && { retry_after_ms };
      return { kind: 'failed', failure: 'status', status, retryable, message, ...asksToWait };
    }
    case 'hang':
      return hang(asked.signal, answer.ignoreCancel);
  }
}

function contentOf(answer: Extract<ScriptedAnswer, { kind: 'say' }>, firstCall: number): ModelPart[] {
  const calls = answer.calls.map((call, index): ModelPart => {
    const called = { call_id: call.id ?? `call-${firstCall + index}`, tool: call.tool };
    return 'text' in call.input
      ? { type: 'malformed_call', ...called, input_text: call.input.text }
      : { type: 'tool_call', ...called, input: call.input.json };
  });
  return answer.text === '' ? calls : [{ type: 'text', text: answer.text }, ...calls];
}

/** A few pieces, as a stream would bring them; never half a character. */
function deltas(text: string): string[] {
  const characters = [...text];
  const size = Math.max(8, Math.ceil(characters.length / 4));
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += size) pieces.push(characters.slice(at, at + size).join(''));
  return pieces;
}

/** The timer keeps the process alive, as an open socket would; after the stop nothing does. */
function hang(signal: AbortSignal, ignoreCancel: boolean): Promise<ModelAnswer> {
  return new Promise((resolve) => {
    const alive = setInterval(() => undefined, 60_000);
    const stop = () => {
      clearInterval(alive);
      if (!ignoreCancel) resolve(stopped());
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function callsIn({ answer }: Reply): number {
  return answer.kind === 'say' ? answer.calls.length : 0;
}

function pastTheEnd(replies: number): ModelAnswer {
  return failed(`The script expected ${counted(replies, 'model call')}, got one more.`);
}

function failed(message: string): ModelAnswer {
  return { kind: 'failed', failure: 'script', retryable: false, message };
}

function stopped(): ModelAnswer {
  return { kind: 'failed', failure: 'cut_off', retryable: false, message: 'The call was stopped.' };
}

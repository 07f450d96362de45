// The ids of sessions and runs. They become file names, so they have a grammar, checked before any path is made.

import { fail } from '../protocol/codes.js';

declare const sessionIdBrand: unique symbol;
declare const runIdBrand: unique symbol;

export type SessionId = string & { readonly [sessionIdBrand]: true };
export type RunId = string & { readonly [runIdBrand]: true };

const grammar = '[A-Za-z0-9][A-Za-z0-9_-]{0,127}';
const whole = new RegExp(`^${grammar}$`);
/** Asked of ten thousand names at once, each of which would cost a string more without its ending. */
const file = new RegExp(`^${grammar}\\.jsonl$`);

export function isSessionId(text: string): text is SessionId {
  return whole.test(text);
}

/** Whether a file of this name in a folder of sessions is one. */
export function isSessionFile(name: string): boolean {
  return file.test(name);
}

export function sessionId(text: string): SessionId {
  if (isSessionId(text)) return text;
  throw fail('session_id_invalid', { operation: 'parse', target: text });
}

export function runId(text: string): RunId {
  if (isRunId(text)) return text;
  throw fail('run_id_invalid', { operation: 'parse', target: text });
}

function isRunId(text: string): text is RunId {
  return whole.test(text);
}

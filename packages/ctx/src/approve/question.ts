// A question about a call that an `ask` rule holds back, and its answer, whoever is asked.

import type { RecordBodies } from '../protocol/records.js';

export type Via = RecordBodies['approval.requested']['via'];

/** What the log keeps of an answer, besides the call that it is about. */
export type GivenAnswer = Omit<RecordBodies['approval.given'], 'call_id'>;

export interface AskedCall {
  readonly call_id: string;
  readonly tool: string;
  readonly input: unknown;
  /** The rule that wants somebody to be asked. */
  readonly rule: string;
  /** What the call would change, as a diff; nothing where the tool cannot say. */
  readonly preview: string | undefined;
}

export interface Approver {
  /** Through whom a question of that rule would go; nothing where nobody can be asked. */
  via(rule: string): Via | undefined;
  /** A failure to ask is an answer, too: no. Settles soon after `signal` is aborted, with whatever. */
  ask(call: AskedCall, signal: AbortSignal): Promise<GivenAnswer>;
}

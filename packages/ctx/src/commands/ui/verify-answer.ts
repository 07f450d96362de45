// What `ctx verify` says of a session, and what lies beside it as its signature.

import type { Entry } from '../../dashboard/session-index.js';
import { signatureState } from '../../evidence/attest/signature-state.js';
import { isMembers } from '../../protocol/members.js';
import type { RunCommand } from './own-command.js';
import { passedOn } from './passed-on.js';

/** A verdict that is no pass is an answer here, and no failure. */
export async function verifyAnswer(entry: Entry, run: RunCommand, signal: AbortSignal): Promise<object> {
  const answer = await run(['verify', entry.path], entry.project, signal);
  const details = answer.error?.['details'];
  const verification = isMembers(details) ? details : passedOn(answer);
  const head = verification['chain_head'];
  const found = typeof head === 'string' ? signatureState(entry.path, head) : undefined;
  if (found === undefined) return { verification };
  const { state, key, signed_at } = found;
  return { verification, signature: { state, key, signed_at } };
}

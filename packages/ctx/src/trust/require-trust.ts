// Nothing of a project runs or speaks before a person trusted it: asked once, or refused where nobody can be asked.

import { fail } from '../protocol/codes.js';
import type { TrustItem } from './item.js';
import { addTrust, type TrustPlace, trustedIn } from './trust-file.js';
import { type JudgedItem, judgedItem, shownLines, shownPath } from './trust-state.js';

export interface TrustGate {
  /** The flag that trusts without a question, and whether it was given. */
  readonly flag: string;
  readonly given: boolean;
  /** Whether what the flag trusts is kept, or holds for this call only. */
  readonly keeps: boolean;
  /** An agent that ctx drives runs this call: it cannot trust on a person's behalf. */
  readonly byAgent: boolean;
  readonly ask: (question: string) => Promise<'yes' | 'no' | 'nobody'>;
  readonly now: () => number;
}

/**
 * All of it or a failure; says whether trust was given just now. What is trusted afterwards are the very items that were
 * shown, and who uses a file that a person may have looked at for an hour reads it again.
 */
export async function requireTrust(
  items: readonly TrustItem[],
  place: TrustPlace,
  gate: TrustGate,
): Promise<'trusted' | 'given'> {
  if (items.length === 0) return 'trusted';
  const given = gate.given && !gate.byAgent;
  if (given && !gate.keeps) return 'trusted';
  const trusted = trustedIn(place);
  const open = items.map((item) => judgedItem(item, trusted)).filter(({ state }) => state !== 'trusted');
  const [first] = open;
  if (first === undefined) return 'trusted';
  const answer = given ? 'yes' : gate.byAgent ? 'nobody' : await gate.ask(questionOf(open, place.root));
  if (answer !== 'yes') throw refused(first, answer, gate);
  await keepTrust(
    open.map(({ item }) => item),
    place,
    gate.now(),
  );
  return 'given';
}

function keepTrust(items: readonly TrustItem[], place: TrustPlace, now: number): Promise<void> {
  const trusted_at = new Date(now).toISOString();
  return addTrust(
    place,
    items.map((item) => ({ ...item, trusted_at })),
  );
}

function questionOf(open: readonly JudgedItem[], root: string): string {
  const parts = open.flatMap((stood) => [
    `${shownPath(stood.item.path)} (${stood.state === 'changed' ? 'changed since you trusted it' : 'new'})`,
    ...shownLines(stood).map((line) => `  ${line}`),
    '',
  ]);
  return [
    `This project runs or says the following in your name (${root}):`,
    '',
    ...parts,
    'Do you trust it?',
  ].join('\n');
}

function refused({ item, state }: JudgedItem, answer: 'no' | 'nobody', { byAgent, flag }: TrustGate) {
  return fail('trust_missing', {
    operation: 'trust',
    target: item.path,
    standing: state === 'changed' ? 'changed' : 'untrusted',
    answer: byAgent ? 'agent' : answer,
    flag,
  });
}

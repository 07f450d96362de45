// A person's yes to one act, shown as exactly as what is trusted in a project. Nothing is kept of it: the act itself remains.

import { fail } from '../protocol/codes.js';
import { shownWithin } from './item.js';
import type { TrustGate } from './require-trust.js';

export interface Act {
  /** What it is about, for the failure: an entry's id. */
  readonly target: string;
  /** One line that says what will happen. */
  readonly heading: string;
  readonly lines: readonly string[];
}

export async function requireConsent({ target, heading, lines }: Act, gate: TrustGate): Promise<void> {
  if (gate.given && !gate.byAgent) return;
  const shown = lines.flatMap(shownWithin).map((line) => `    ${line}`);
  const question = [heading, '', ...shown, '', 'Do you want that?'].join('\n');
  const answer = gate.byAgent ? 'agent' : await gate.ask(question);
  if (answer !== 'yes')
    throw fail('install_untrusted', { operation: 'install', target, answer, flag: gate.flag });
}

// How a command asks for trust: on a terminal, once; with --trust, not at all.

import { markVariable } from '../agent/tools/leftover-processes.js';
import { ask, asksPerson } from '../cli/ask.js';
import type { Services } from '../cli/command.js';
import type { Input } from '../cli/inputs.js';
import type { RunServices } from '../runs/run-services.js';
import type { TrustGate } from '../trust/require-trust.js';

/** The services of a command, and who is asked on its behalf. */
export function withTrust(
  input: Pick<Input, 'flags'>,
  services: Services,
): Services &
  Required<Pick<RunServices, 'signing'>> & {
    trust: TrustGate;
    askPerson: (question: string) => Promise<string | undefined>;
  } {
  const trust = trustGate(input, services);
  return {
    ...services,
    trust,
    signing: async (said) =>
      (await import('../runs/sign-at-close.js')).signingFor({ ...services, trust })(said),
    askPerson: undisturbed(asksPerson(input), services),
  };
}

export function trustGate(input: Pick<Input, 'flags'>, services: Services): TrustGate {
  return gateOf('trust', false, input, services);
}

/** `keeps`: what the flag trusts is kept for the next calls. */
export function gateOf(
  name: string,
  keeps: boolean,
  input: Pick<Input, 'flags'>,
  { env, clock }: Services,
): TrustGate {
  return {
    flag: `--${name}`,
    given: input.flags[name] === true,
    keeps,
    byAgent: (env[markVariable] ?? '') !== '',
    ask: (question) => ask(question, input),
    now: () => clock.now(),
  };
}

/** While a person is asked, nothing is drawn where the question stands. */
function undisturbed(
  ask: (question: string) => Promise<string | undefined>,
  { show }: Pick<Services, 'show'>,
): (question: string) => Promise<string | undefined> {
  return async (question) => {
    show?.({ type: 'person.asked' });
    try {
      return await ask(question);
    } finally {
      show?.({ type: 'person.answered' });
    }
  };
}

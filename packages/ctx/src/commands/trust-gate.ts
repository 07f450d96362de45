// How a command asks for trust: on a terminal, once; with --trust, not at all.

import { markVariable } from '../agent/tools/leftover-processes.js';
import { ask } from '../cli/ask.js';
import type { Services } from '../cli/command.js';
import type { Input } from '../cli/inputs.js';
import type { TrustGate } from '../trust/require-trust.js';

/** The services of a command, and who is asked on its behalf. */
export function withTrust(input: Pick<Input, 'flags'>, services: Services): Services & { trust: TrustGate } {
  return { ...services, trust: trustGate(input, services) };
}

export function trustGate(input: Pick<Input, 'flags'>, { env, clock }: Services): TrustGate {
  return {
    given: input.flags['trust'] === true,
    byAgent: (env[markVariable] ?? '') !== '',
    ask: (question) => ask(question, input),
    now: () => clock.now(),
  };
}

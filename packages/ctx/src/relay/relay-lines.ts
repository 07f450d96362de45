// Both directions of a relay at once, until one side leaves.

import type { AgentRelay, RelaySides } from './agent-relay.js';
import { pipeLines } from './pipe-lines.js';

const longestMessage = 32 << 20;
/** An agent that does not read so much is taken for gone. An editor is waited for. */
const mostWaiting = 64 << 20;

/** Who left first. */
export function relayLines(
  { client, agent }: RelaySides,
  relay: Pick<AgentRelay, 'fromClient' | 'fromAgent'>,
): Promise<'client' | 'agent'> {
  const fromClient = pipeLines({
    from: client,
    to: agent,
    longestMessage,
    mostWaiting,
    look: (message) => relay.fromClient(message),
  });
  const fromAgent = pipeLines({
    from: agent,
    to: client,
    longestMessage,
    look: (message, line) => relay.fromAgent(message, line),
  });
  return Promise.race([fromClient.then(() => 'client' as const), fromAgent.then(() => 'agent' as const)]);
}

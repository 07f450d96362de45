// What each side says at the beginning that it can do.

import type { AgentCapabilities } from '@agentclientprotocol/sdk';
import { membersOf } from '../../acp/fields.js';
import { isMembers, type Members } from '../../protocol/members.js';

export const agentCapabilities: AgentCapabilities = {
  loadSession: true,
  // A session's prompts are text: images and sounds have no place in its log.
  promptCapabilities: { image: false, audio: false, embeddedContext: true },
  mcpCapabilities: { http: true, sse: true },
  sessionCapabilities: { list: {}, resume: {}, close: {} },
};

export interface ClientOffers {
  readonly notices: boolean;
  readonly compaction: boolean;
}

export function offersOf({ clientCapabilities }: Members): ClientOffers {
  const { compaction, notices } = membersOf(membersOf(clientCapabilities)['session']);
  return { notices: isMembers(notices), compaction: isMembers(compaction) };
}

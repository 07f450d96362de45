// What each side says at the beginning that it can do.

import type { AgentCapabilities } from '@agentclientprotocol/sdk';
import { membersOf } from '../acp/fields.js';
import { isMembers, type Members } from '../protocol/members.js';

export const agentCapabilities: AgentCapabilities = {
  loadSession: true,
  // A session's prompts are text: images and sounds have no place in its log.
  promptCapabilities: { image: false, audio: false, embeddedContext: true },
  mcpCapabilities: { http: true, sse: true },
  sessionCapabilities: { list: {}, resume: {}, close: {} },
};

/** Of what two ctx say to each other besides ACP. */
export const eventsVersion = 1;

export interface ClientOffers {
  readonly notices: boolean;
  readonly compaction: boolean;
  /** A ctx: it is told the session's own events in the place of an editor's updates. */
  readonly events: boolean;
}

export function offersOf({ clientCapabilities }: Members): ClientOffers {
  const { session, _meta } = membersOf(clientCapabilities);
  const { compaction, notices } = membersOf(session);
  const { events } = membersOf(membersOf(_meta)['ctx']);
  return {
    notices: isMembers(notices),
    compaction: isMembers(compaction),
    events: events === eventsVersion,
  };
}

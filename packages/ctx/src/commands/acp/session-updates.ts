// What happens in a session, told to the editor while it happens.

import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { Connection } from '../../acp/connection.js';
import type { SessionRecord } from '../../protocol/records.js';
import { textContent } from './call-shown.js';
import type { ClientOffers } from './offers.js';
import { recordUpdates } from './record-updates.js';

export interface SessionUpdates {
  /** A record, or what is only worth seeing. */
  take(event: object): void;
  tell(update: SessionUpdate): void;
  /** What the editor calls a call under way; nothing where there is none of that id. */
  wireId(call_id: string): string | undefined;
  /** Nothing of the turn waits any more. */
  flush(): void;
}

const tailShown = 8_000;
const outputEveryMs = 200;

export function sessionUpdates(
  sessionId: string,
  connection: Connection,
  offers: ClientOffers,
  workspace: () => string,
): SessionUpdates {
  const records = recordUpdates(offers, workspace);
  /** Text for an editor that is slow, until it has read what it got. */
  let held = '';
  let isWaiting = false;
  /** The end of what calls under way printed, and those that printed more since it was told. */
  const tails = new Map<string, string>();
  const fresh = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const send = (update: SessionUpdate) => connection.notify('session/update', { sessionId, update });
  const sendHeld = () => {
    const text = held;
    held = '';
    if (text !== '') send({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  };
  const tell = (update: SessionUpdate) => {
    sendHeld();
    send(update);
  };
  const tellText = (text: string) => {
    held += text;
    if (!connection.isSlow()) {
      sendHeld();
      return;
    }
    if (isWaiting) return;
    isWaiting = true;
    void connection.drained().then(() => {
      isWaiting = false;
      sendHeld();
    });
  };
  const tellOutputs = () => {
    clearTimeout(timer);
    timer = undefined;
    const ready = connection.isSlow() ? [] : [...fresh];
    fresh.clear();
    for (const toolCallId of ready)
      tell({
        sessionUpdate: 'tool_call_update',
        toolCallId,
        content: [textContent(tails.get(toolCallId) ?? '')],
      });
  };
  const printed = (call_id: string, text: string) => {
    const id = records.wireId(call_id);
    if (id === undefined) return;
    tails.set(id, ((tails.get(id) ?? '') + text).slice(-tailShown));
    fresh.add(id);
    timer ??= setTimeout(tellOutputs, outputEveryMs).unref();
  };
  const forget = (call_id: string) => {
    const id = records.wireId(call_id) ?? '';
    tails.delete(id);
    fresh.delete(id);
  };

  return {
    tell,
    wireId: records.wireId,
    take(event) {
      if (!('type' in event)) return;
      if (event.type === 'text.delta' && 'text' in event) {
        records.heard();
        tellText(String(event.text));
      } else if (event.type === 'tool.output' && 'call_id' in event && 'text' in event)
        printed(String(event.call_id), String(event.text));
      else if (isRecord(event)) {
        if (event.type === 'tool.returned') forget(event.call_id);
        for (const update of records.take(event)) tell(update);
      }
    },
    flush() {
      clearTimeout(timer);
      timer = undefined;
      tails.clear();
      fresh.clear();
      sendHeld();
    },
  };
}

/** What has a place in the chain is one of ours. */
export function isRecord(event: object): event is SessionRecord {
  return 'seq' in event && 'hash' in event;
}

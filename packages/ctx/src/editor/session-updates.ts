// What happens in a session, told to an editor while it happens.

import { join } from 'node:path';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { Connection } from '../acp/connection.js';
import { isRecord } from '../protocol/records/is-record.js';
import { textContent } from './call-shown.js';
import type { ClientOffers } from './offers.js';
import { patientText } from './patient-text.js';
import { recordUpdates } from './record-updates.js';
import { held, type Viewer } from './viewer.js';

const tailShown = 8_000;
const outputEveryMs = 200;

export function editorViewer(
  sessionId: string,
  connection: Connection,
  offers: ClientOffers,
  from: string | undefined,
  root: string,
): Viewer {
  let lastSeq = -1;
  let workspace = '.';
  const records = recordUpdates(offers, () => join(root, workspace));
  /** The end of what calls under way printed, and those that printed more since it was told. */
  const tails = new Map<string, string>();
  const fresh = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const send = (update: SessionUpdate) => connection.notify('session/update', { sessionId, update });
  const words = patientText<'agent_message_chunk' | 'agent_thought_chunk'>(
    connection,
    (sessionUpdate, text) => send({ sessionUpdate, content: { type: 'text', text } }),
  );
  const tell = (update: SessionUpdate) => {
    words.flush();
    send(update);
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

  const take = (event: object, isOwn: boolean) => {
    if (!('type' in event)) return;
    if (event.type === 'text.delta' && 'text' in event) {
      records.heard('text');
      words.say('agent_message_chunk', String(event.text));
    } else if (event.type === 'thought.delta' && 'text' in event) {
      records.heard('thought');
      words.say('agent_thought_chunk', String(event.text));
    } else if (event.type === 'tool.output' && 'call_id' in event && 'text' in event)
      printed(String(event.call_id), String(event.text));
    else if (isRecord(event)) {
      // What they were told from the log.
      if (event.seq <= lastSeq) return;
      lastSeq = event.seq;
      if (event.type === 'run.opened') workspace = event.settings.workspace;
      if (event.type === 'tool.returned') forget(event.call_id);
      for (const update of records.take(event, !isOwn)) tell(update);
    }
  };

  return {
    connection,
    from,
    isCtx: false,
    ...held(take),
    past(record) {
      lastSeq = record.seq;
      if (record.type === 'run.opened') workspace = record.settings.workspace;
      return records
        .take(record, true)
        .map((update) => ({ method: 'session/update', params: { sessionId, update } }));
    },
    tell,
    wireId: records.wireId,
    flush() {
      clearTimeout(timer);
      timer = undefined;
      tails.clear();
      fresh.clear();
      words.flush();
    },
  };
}

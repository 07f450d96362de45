// A client that is a ctx itself: it is told the session's own events, and shows them as it shows those of its own sessions.

import type { Connection } from '../acp/connection.js';
import { isRecord } from '../protocol/records/is-record.js';
import { patientText } from './patient-text.js';
import { held, type Notification, type Viewer } from './viewer.js';

/** One event of a session: `past` where it happened before the client came. */
export const eventMethod = '_ctx/event';

export function eventViewer(sessionId: string, connection: Connection, from: string | undefined): Viewer {
  let call = 0;
  let lastSeq = -1;

  const send = (event: object) => connection.notify(eventMethod, { sessionId, event });
  const words = patientText<number>(connection, (of, text) => send({ type: 'text.delta', call: of, text }));
  const sendText = (event: object) => {
    if ('call' in event && typeof event.call === 'number') call = event.call;
    words.say(call, 'text' in event ? String(event.text) : '');
  };
  const take = (event: object) => {
    if (isRecord(event)) {
      // What they were told from the log.
      if (event.seq <= lastSeq) return;
      lastSeq = event.seq;
      words.flush();
      send(event);
    } else if ('type' in event && event.type === 'text.delta') sendText(event);
    // What is only worth seeing, a slow client does not see.
    else if (!connection.isSlow()) {
      words.flush();
      send(event);
    }
  };

  return {
    connection,
    from,
    isCtx: true,
    ...held(take),
    past(record): Notification[] {
      lastSeq = record.seq;
      return [{ method: eventMethod, params: { sessionId, event: record, past: true } }];
    },
    // They have the records that it is made from.
    tell: () => {},
    wireId: (call_id) => call_id,
    flush: words.flush,
  };
}

// Text for a client that may be slow: told as it comes, and to one that does not read, in one piece once it has read what it got.

import type { Connection } from '../acp/connection.js';

export interface PatientText<Kind> {
  /** Text of one kind is never told together with that of another. */
  say(kind: Kind, text: string): void;
  /** Tells what waits: whatever else is told comes behind it. */
  flush(): void;
}

export function patientText<Kind>(
  connection: Pick<Connection, 'isSlow' | 'drained'>,
  send: (kind: Kind, text: string) => void,
): PatientText<Kind> {
  let held: { readonly kind: Kind; readonly text: string } | undefined;
  let isWaiting = false;
  const flush = () => {
    const waited = held;
    held = undefined;
    if (waited !== undefined && waited.text !== '') send(waited.kind, waited.text);
  };
  return {
    flush,
    say(kind, text) {
      if (held !== undefined && held.kind !== kind) flush();
      held = { kind, text: (held?.text ?? '') + text };
      if (!connection.isSlow()) {
        flush();
        return;
      }
      if (isWaiting) return;
      isWaiting = true;
      void connection.drained().then(() => {
        isWaiting = false;
        flush();
      });
    },
  };
}

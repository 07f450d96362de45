// Events that came while somebody held the log for longer than a host waits: kept beside it, and told by whoever writes to the log next.

import { appendFileSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { HostEvent, HostReply } from '../protocol/host-event.js';
import { fittingJson } from '../protocol/parsed-json.js';
import { lateEventsOf } from '../session/foreign-sessions.js';

export interface LateEvent {
  readonly event: HostEvent;
  readonly reply: HostReply;
  readonly redacted: number;
}

/** One line, in one write: several processes may do so at once. */
export function keepLate(path: string, late: LateEvent): void {
  appendFileSync(lateEventsOf(path), `${JSON.stringify(late)}\n`, { mode: 0o600 });
}

/** The caller holds the lock; `forget` once they are in the log. */
export function takeLate(path: string): { readonly events: readonly LateEvent[]; forget(): void } {
  const file = lateEventsOf(path);
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return { events: [], forget() {} };
  const events = readFileSync(file, 'utf8').split('\n').flatMap(lateIn);
  return { events, forget: () => rmSync(file, { force: true }) };
}

/** A line that a crash tore apart says nothing. */
function lateIn(line: string): LateEvent[] {
  const value = fittingJson(line, isLate);
  return value === undefined ? [] : [value];
}

function isLate(value: unknown): value is LateEvent {
  return typeof value === 'object' && value !== null && 'event' in value && 'reply' in value;
}

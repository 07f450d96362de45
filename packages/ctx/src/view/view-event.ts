import type { LiveEvent, ShownEvent } from '../agent/ports.js';
import type { SessionRecord } from '../protocol/records.js';

export type ViewEvent = SessionRecord | LiveEvent | ShownEvent;

export function isViewEvent(event: object): event is ViewEvent {
  return 'type' in event && typeof event.type === 'string';
}

/** A command's own remark. */
export function isNote(event: object): event is { readonly text: string } {
  return 'note' in event && 'text' in event && typeof event.text === 'string';
}

// On which line of a document a value or a key stands, for messages about a document that does not fit.

import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml';
import type { ValuePath } from './misfits.js';

/** The line of the innermost part of the path that is there, from 1. */
export function lineOf(text: string, path: ValuePath): number {
  const events = parseEvents(text, {});
  const first = events.findIndex(({ type }) => type !== EVENT_ID.DOCUMENT);
  const found = first < 0 ? undefined : placeOf(events, first, text, path);
  return text.slice(0, Math.max(found ?? 0, 0)).split('\n').length;
}

/** The offset of what the path leads to, from the event at `index`. */
function placeOf(events: readonly Event[], index: number, text: string, path: ValuePath): number | undefined {
  const [step, ...rest] = path;
  const here = startOf(events[index]);
  if (step === undefined) return here;
  const kind = events[index]?.type;
  if (kind === EVENT_ID.SEQUENCE) {
    const item = childrenOf(events, index)[Number(step)];
    return item === undefined ? here : (placeOf(events, item, text, rest) ?? here);
  }
  if (kind !== EVENT_ID.MAPPING) return here;
  const children = childrenOf(events, index);
  const at = children.findIndex((child, i) => i % 2 === 0 && keyAt(events[child], text) === String(step));
  const key = startOf(events[children[at] ?? -1]);
  const value = children[at + 1];
  // The member itself stands where its key does; what is inside of it, further down.
  return key === undefined || rest.length === 0 || value === undefined
    ? (key ?? here)
    : (placeOf(events, value, text, rest) ?? key);
}

/** The indexes of the events that begin what is directly inside: items, or keys and values by turns. */
function childrenOf(events: readonly Event[], index: number): readonly number[] {
  const children: number[] = [];
  let depth = 0;
  for (let i = index + 1; i < events.length; i += 1) {
    const type = events[i]?.type;
    if (type === EVENT_ID.POP) {
      if (depth === 0) break;
      depth -= 1;
      continue;
    }
    if (depth === 0) children.push(i);
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth += 1;
  }
  return children;
}

function keyAt(event: Event | undefined, text: string): string | undefined {
  return event?.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : undefined;
}

function startOf(event: Event | undefined): number | undefined {
  switch (event?.type) {
    case EVENT_ID.SCALAR:
      return event.valueStart;
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    default:
      return undefined;
  }
}

// OpenAI's Responses as gateways really stream it: an item may have another id in each of its events, and an answer
// that is called completed may say of itself that it is not.

import { isMembers } from '../../../protocol/members.js';
import { fittingJson } from '../../../protocol/parsed-json.js';
import type { Rewrite } from './event-stream.js';
import { answeredInFormat } from './other-format.js';

type Event = Readonly<Record<string, unknown>>;

/** Reasons for which an answer ends early that have a finish of their own. */
const knownReasons: readonly unknown[] = ['max_output_tokens', 'content_filter'];

export function responsesEvents(): Rewrite {
  const oneIdEach = sameIds();
  return (data) => {
    const event = fittingJson(data, isMembers);
    if (event === undefined) return [data];
    if (event['object'] === 'chat.completion.chunk') throw answeredInFormat('Chat Completions', 'Responses');
    return oneIdEach(event).map((sent) => JSON.stringify(trueEnd(sent)));
  };
}

/** Items keep the first id that they had, by their place in the answer. */
function sameIds(): (event: Event) => readonly Event[] {
  const ids = new Map<number, string>();
  return (event) => {
    const { output_index: place, item, item_id } = event;
    if (typeof place !== 'number') return [event];
    const own = isMembers(item) ? item['id'] : item_id;
    if (typeof own !== 'string') return [event];
    const known = ids.get(place);
    const id = known ?? own;
    ids.set(place, id);
    const same = isMembers(item) ? { ...event, item: { ...item, id } } : { ...event, item_id: id };
    const isNew = known === undefined && event['type'] !== 'response.output_item.added';
    return isNew ? [...beginning(event, place, id), same] : [same];
  };
}

/** Whatever an event belongs to must have begun. */
function beginning({ type, item }: Event, place: number, id: string): readonly Event[] {
  const added = (begun: Event) => [
    { type: 'response.output_item.added', output_index: place, item: { ...begun, id } },
  ];
  const kind = isMembers(item) ? item['type'] : undefined;
  const about = typeof type === 'string' ? type : '';
  if (kind === 'reasoning' || about.startsWith('response.reasoning_summary'))
    return added({ type: 'reasoning' });
  if (about.startsWith('response.output_text') || about.startsWith('response.refusal'))
    return added({ type: 'message' });
  return [];
}

function trueEnd(event: Event): Event {
  const { type, response } = event;
  if (type !== 'response.completed' && type !== 'response.incomplete') return event;
  if (!isMembers(response)) return event;
  const { status, incomplete_details: details } = response;
  const reason = isMembers(details) ? details['reason'] : undefined;
  if (knownReasons.includes(reason)) return event;
  const isWhole = type === 'response.completed' && (status === undefined || status === 'completed');
  if (isWhole && reason === undefined) return event;
  return {
    sequence_number: 0,
    ...event,
    type: 'response.failed',
    response: { ...response, incomplete_details: null, error: errorIn(response, reason ?? status) },
  };
}

function errorIn({ error }: Event, why: unknown): Event {
  if (isMembers(error) && typeof error['message'] === 'string') return error;
  return {
    code: 'server_error',
    message: `the answer ended as ${typeof why === 'string' ? why : 'incomplete'}`,
  };
}

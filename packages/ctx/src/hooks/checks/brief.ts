// What an agent should read first, without the handover, which stands before it.

import type { Packet } from '../../memory/brief/packet.js';
import { counted } from '../../text/counted.js';
import { check } from '../check.js';
import { plain } from '../plain.js';
import { remindersTold } from './due-reminders.js';

/** About what is left of the answer's room. */
const budget = 1_100;

export const brief = check({
  name: 'brief',
  on: 'session-start',
  throttle: 'always',
  words: { context: '{text}\n{left_out}All of it: ctx brief.' },
  async look({ event, context, now, notes, settings }) {
    if (event.source === 'resume') return undefined;
    const { composeBrief } = await import('../../memory/brief/compose.js');
    const { packet } = await composeBrief(context, now, budget, { wanted: (kind) => kind !== 'handover' });
    if (packet.items.length === 0 && packet.left_out === 0) return undefined;
    // Other words may leave the text out.
    if (settings.words['brief'] === undefined) notes.said(remindersTold(wholeReminders(packet)));
    return { facts: { text: plain(packet.text, ''), left_out: leftOut(packet) } };
  },
});

function wholeReminders({ items }: Packet): string[] {
  return items.flatMap(({ kind, id, shortened }) =>
    kind === 'reminder' && id !== undefined && !shortened ? [id] : [],
  );
}

function leftOut({ left_out }: Packet): string {
  return left_out === 0 ? '' : `${counted(left_out, 'entry', 'entries')} did not fit. `;
}

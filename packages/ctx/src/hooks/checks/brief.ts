// What an agent should read first, without the handover, which stands before it.

import { check } from '../check.js';
import { plain } from '../plain.js';

/** About what is left of the answer's room. */
const budget = 1_100;

export const brief = check({
  name: 'brief',
  on: 'session-start',
  throttle: 'always',
  words: { context: '{text}\nAll of it: ctx brief.' },
  async look({ event, context, now }) {
    if (event.source === 'resume') return undefined;
    const { composeBrief } = await import('../../memory/brief/compose.js');
    const { packet } = await composeBrief(context, now, budget, (kind) => kind !== 'handover');
    return packet.text === '' ? undefined : { facts: { text: plain(packet.text, '') } };
  },
});

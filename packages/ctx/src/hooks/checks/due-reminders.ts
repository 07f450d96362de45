// Reminders that are due, with each prompt that could act on them: again when another becomes due, or after a while.

import { byDue, isDue, readReminders } from '../../memory/reminders.js';
import { check } from '../check.js';
import { oneLine, plain } from '../plain.js';

const mostShown = 20;

export const dueReminders = check({
  name: 'due-reminders',
  on: 'prompt',
  throttle: 30,
  words: {
    context:
      'Reminders that are due ({count}):\n{list}\nWhat is done with can be dismissed: ctx remind dismiss ID.',
    message: 'reminders are due ({count}): {short}',
  },
  look({ context, now }) {
    const due = byDue(readReminders(context).reminders).filter((reminder) => isDue(reminder, now));
    if (due.length === 0) return undefined;
    const shown = due.slice(0, mostShown);
    const more = due.length - shown.length;
    const rest = more === 0 ? '' : `\n- and ${more} more: ctx remind list`;
    return {
      key: due.map(({ id }) => id).join(','),
      facts: {
        count: due.length,
        list: shown.map(({ id, text }) => `- [${id}] ${plain(text)}`).join('\n') + rest,
        short:
          shown
            .slice(0, 3)
            .map(({ text }) => oneLine(text, 80))
            .join('; ') + (due.length > 3 ? '; …' : ''),
      },
    };
  },
});

// Reminders that are due, with each prompt that could act on them: again when another becomes due, or after a while. The
// model is not told what the brief at the session's start, or after a compaction, told it already.

import { byDue, isDue, readReminders, remindersSize } from '../../memory/reminders.js';
import { check } from '../check.js';
import { oneLine, plain } from '../plain.js';

const mostShown = 20;
/** Thousands of reminders: a file that takes longer to read than a prompt may wait. */
const mostLooked = 1 << 19;
const againAfterMinutes = 30;

export const dueReminders = check({
  name: 'due-reminders',
  on: 'prompt',
  throttle: againAfterMinutes,
  words: {
    context:
      'Reminders that are due ({count}):\n{list}\nThose that are done can be dismissed: ctx remind dismiss ID.',
    message: 'reminders are due ({count}): {short}',
  },
  look({ context, now, notes }) {
    const bytes = remindersSize(context);
    if (bytes > mostLooked) return { key: 'many', facts: tooMany(bytes) };
    const due = byDue(readReminders(context).reminders).filter((reminder) => isDue(reminder, now));
    if (due.length === 0) return undefined;
    const shown = due.slice(0, mostShown);
    const more = due.length - shown.length;
    const rest = more === 0 ? '' : `\n- and ${more} more: ctx remind list`;
    const told = notes.lastSaid(remindersTold(due.map(({ id }) => String(id))));
    return {
      key: due.map(({ id }) => id).join(','),
      modelKnows: told !== undefined && now - told < againAfterMinutes * 60_000,
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

function tooMany(bytes: number) {
  const size = `.context/reminders.json has ${Math.round(bytes / 1024)} KB, more than ctx reads with each prompt`;
  return { count: 'not counted', list: `- ${size}: ctx remind list`, short: `${size}: ctx remind list` };
}

/** The note that the brief told exactly these reminders. */
export function remindersTold(ids: readonly string[]): string {
  return `brief reminders ${ids.toSorted().join(',')}`;
}

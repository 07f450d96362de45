import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { neutral } from '../cli/terminal.js';
import { openContext } from '../memory/context.js';
import { dueTime } from '../memory/due.js';
import { givenText } from '../memory/given.js';
import { addReminder } from '../memory/remind.js';
import { closed } from '../protocol/closed.js';
import { reminderAnswer, reminderSchema, whenDue } from './remind/reminder-answer.js';

export default clawable({
  name: 'remind',
  group: 'memory',
  summary: 'Add a reminder for whoever works here next',
  description:
    'A reminder is due at once, or after a date or a duration. Due reminders appear in `ctx brief` and `ctx remind list` until you dismiss them. They are private to this machine: git ignores them.',
  examples: [
    { line: 'ctx remind "rotate the staging key" --after 2w', says: 'in two weeks' },
    { line: 'ctx remind "release day" --after 2027-01-15', says: 'from that day on' },
    { line: 'ctx remind "rerun the flaky test first"', says: 'at once' },
  ],
  arguments: { text: argument.many('what to be reminded of; - reads it from stdin') },
  flags: { after: flag.text('when: 2026-12-24, 2026-12-24T09:00, 30m, 4h, 3d, 2w', 'DATE|DURATION') },
  returns: t.Object({ reminder: reminderSchema }, closed),
  async run({ args, flags }, services) {
    const context = openContext(services);
    const now = services.clock.now();
    const due = flags.after === undefined ? now : dueTime(flags.after, now);
    const text = givenText(args.text, 'The text');
    return { reminder: reminderAnswer(await addReminder(context, text, now, due), now) };
  },
  render: ({ reminder }) => `Reminder ${reminder.id}, ${whenDue(reminder)}: ${neutral(reminder.text)}`,
});

import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { columns, neutral, styled } from '../../cli/terminal.js';
import { openContext } from '../../memory/context.js';
import { byDue, readReminders } from '../../memory/reminders.js';
import { closed } from '../../protocol/closed.js';
import { reminderAnswer, reminderSchema, whenDue } from './reminder-answer.js';

export default clawable({
  name: 'remind list',
  group: 'memory',
  summary: 'List reminders, due ones first',
  description: 'Lists every reminder with its id and when it is due.',
  examples: [
    { line: 'ctx remind list', says: 'all of them' },
    { line: 'ctx remind list --due', says: 'only those that are due' },
  ],
  arguments: {},
  flags: { due: flag.switch('only those that are due') },
  returns: t.Object({ due: t.Integer(), reminders: t.Array(reminderSchema) }, closed),
  async run({ flags }, services) {
    const now = services.clock.now();
    const { reminders } = readReminders(openContext(services));
    const all = byDue(reminders).map((reminder) => reminderAnswer(reminder, now));
    const due = all.filter((reminder) => reminder.due);
    return { due: due.length, reminders: flags.due ? due : all };
  },
  render({ reminders }, terminal) {
    if (reminders.length === 0) return 'No reminders.';
    const shared = new Set(reminders.map(({ id }) => id)).size < reminders.length;
    const rows = reminders.map((reminder) => [
      shared ? reminder.uid : String(reminder.id),
      styled(terminal, reminder.due ? 'yellow' : 'dim', whenDue(reminder)),
      neutral(reminder.text).split('\n', 1)[0] ?? '',
    ]);
    return columns(rows);
  },
});

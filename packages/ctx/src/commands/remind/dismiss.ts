import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { contradiction } from '../../cli/contradiction.js';
import { argument, flag } from '../../cli/inputs.js';
import { openContext } from '../../memory/context.js';
import { dismissReminders } from '../../memory/remind.js';
import { closed } from '../../protocol/closed.js';
import { fail } from '../../protocol/codes.js';

export default clawable({
  name: 'remind dismiss',
  group: 'memory',
  summary: 'Dismiss reminders',
  description:
    'Deletes reminders for good; their ids are never reused. If one id is unknown, none is dismissed.',
  examples: [
    { line: 'ctx remind dismiss 3 5', says: 'these two' },
    { line: 'ctx remind dismiss --all', says: 'all of them' },
  ],
  arguments: { id: argument.any('numbers, or unique beginnings of ids') },
  flags: { all: flag.switch('all of them') },
  returns: t.Object({ dismissed: t.Array(t.Integer()) }, closed),
  async run({ args, flags }, services) {
    const context = openContext(services);
    const words = args.id;
    if (flags.all && words.length > 0) {
      throw contradiction('--all', 'ID');
    }
    if (!flags.all && words.length === 0) {
      const choices = ['ID', '--all'];
      throw fail('flag_choice_missing', { operation: 'argparse', target: 'remind dismiss', choices });
    }
    const gone = await dismissReminders(context, flags.all ? 'all' : words);
    return { dismissed: gone.map(({ id }) => id) };
  },
  render: ({ dismissed }) =>
    dismissed.length === 0 ? 'There was none.' : `Dismissed ${dismissed.join(', ')}.`,
});

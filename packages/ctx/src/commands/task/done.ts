import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { openContext } from '../../memory/context.js';
import { checkTasks } from '../../memory/ledger/change.js';
import { ledgers } from '../../memory/ledger/kinds.js';
import { closed } from '../../protocol/closed.js';

export default clawable({
  name: 'task done',
  group: 'memory',
  summary: 'Mark tasks as done',
  description:
    'Checks their boxes in .context/TASKS.md and leaves every other byte alone. A task that is already done stays done. If one id is unknown, none is checked.',
  examples: [{ line: 'ctx task done 3 5', says: 'two at once' }],
  arguments: { id: argument.many('numbers, or unique beginnings of ids, as `ctx task list` shows them') },
  flags: {},
  returns: t.Object({ done: t.Array(t.String()), already: t.Array(t.String()) }, closed),
  async run({ args }, services) {
    const context = openContext(services);
    const at = new Date(services.clock.now()).toISOString();
    const { done, already } = await checkTasks(context, ledgers.task, [...new Set(args.id)], at);
    return { done: done.map(({ id }) => id), already: already.map(({ id }) => id) };
  },
  render({ done, already }) {
    const news = done.length === 0 ? [] : [`Done: ${done.join(', ')}.`];
    return [...news, ...(already.length === 0 ? [] : [`Was done already: ${already.join(', ')}.`])].join(' ');
  },
});

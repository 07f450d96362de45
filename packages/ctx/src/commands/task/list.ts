import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { openContext } from '../../memory/context.js';
import { ledgers } from '../../memory/ledger/kinds.js';
import { type ListedItem, listLedger } from '../../memory/ledger/list.js';
import { tagsFrom } from '../../memory/pad/entries.js';
import { listSchema, renderList } from '../ledger/list-command.js';

export default clawable({
  name: 'task list',
  group: 'memory',
  summary: 'List open tasks',
  description:
    'Lists open tasks in the order of .context/TASKS.md, with the ids that `ctx task done` takes. A task that you wrote by hand has an id that begins with h and changes with its title.',
  examples: [
    { line: 'ctx task list', says: 'what is open' },
    { line: 'ctx task list --all --output-format json', says: 'everything, for a program' },
  ],
  arguments: {},
  flags: {
    all: flag.switch('also those that are done'),
    tag: flag.texts('only those with this tag', 'TAG'),
  },
  returns: listSchema,
  async run({ flags }, services) {
    const tags = tagsFrom(flags.tag);
    const isWanted = (item: ListedItem) =>
      (flags.all || !item.done) && tags.every((tag) => item.tags.includes(tag));
    return listLedger(openContext(services), ledgers.task, isWanted);
  },
  render: renderList('No tasks. Add one: ctx task add "…"'),
});

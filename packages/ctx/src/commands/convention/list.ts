import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { tagsFrom } from '../../memory/pad/entries.js';
import { listLedger, listSchema, renderItems } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'convention list',
  group: 'memory',
  summary: 'List the conventions',
  description:
    'Every section of .context/CONVENTIONS.md, in its order. One that a person wrote without ctx has an id too, which begins with h and lasts as long as its title.',
  examples: [
    { line: 'ctx convention list', says: 'all of them' },
    { line: 'ctx convention list --tag api', says: 'only those with a tag' },
  ],
  arguments: {},
  flags: {
    tag: flag.texts('only those with this tag', 'TAG'),
  },
  returns: listSchema,
  run({ flags }, services) {
    const tags = tagsFrom(flags.tag);
    return listLedger('convention', (item) => tags.every((tag) => item.tags.includes(tag)), services);
  },
  render: ({ items }, terminal) =>
    renderItems(items, 'No conventions. Add one: ctx convention add "…"', terminal),
});

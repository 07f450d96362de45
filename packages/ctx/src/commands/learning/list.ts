import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { tagsFrom } from '../../memory/pad/entries.js';
import { listLedger, listSchema, renderItems } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'learning list',
  group: 'memory',
  summary: 'List the learnings',
  description:
    'Every section of .context/LEARNINGS.md, in its order. One that a person wrote without ctx has an id too, which begins with h and lasts as long as its title.',
  examples: [
    { line: 'ctx learning list', says: 'all of them' },
    { line: 'ctx learning list --tag api', says: 'only those with a tag' },
  ],
  arguments: {},
  flags: {
    tag: flag.texts('only those with this tag', 'TAG'),
  },
  returns: listSchema,
  run({ flags }, services) {
    const tags = tagsFrom(flags.tag);
    return listLedger('learning', (item) => tags.every((tag) => item.tags.includes(tag)), services);
  },
  render: ({ items }, terminal) =>
    renderItems(items, 'No learnings. Add one: ctx learning add "…"', terminal),
});

import * as t from 'typebox';
import { catalogFiles } from '../../catalog/catalog-files.js';
import { rebuildAfterChange } from '../../catalog/rebuild-in-turn.js';
import { removeFromCatalog } from '../../catalog/remove.js';
import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { closed } from '../../protocol/closed.js';
import { counted } from '../../text/counted.js';
import { builtAnswer, builtFields, builtWarnings, renderBuilt } from './catalog-answer.js';

export default clawable({
  name: 'catalog remove',
  group: 'catalog',
  summary: 'Remove an import, or one of its entries, from the catalog',
  description:
    'NAME is an import that `ctx catalog stats` lists, or the id of one imported entry. The original files are not touched. The starter catalog ships with ctx and cannot be removed.',
  examples: [
    { line: 'ctx catalog remove skills', says: 'a whole import' },
    { line: 'ctx catalog remove skill:skills/pdf', says: 'one entry' },
  ],
  arguments: { name: argument.one('an import, or the id of an entry') },
  flags: {},
  returns: t.Object(
    { name: t.String(), removed: t.Integer(), ...builtFields, notes: t.Array(t.String()) },
    closed,
  ),
  async run({ args: { name } }, { env, program }) {
    const place = catalogFiles(env, program);
    const removed = await removeFromCatalog(place, name);
    const built = await rebuildAfterChange(place, 'It was removed');
    return { name, removed, ...builtAnswer(built.meta), notes: [] };
  },
  render: (data, terminal) =>
    `${counted(data.removed, 'entry', 'entries')} removed\n${renderBuilt(data, terminal)}`,
  warnings: (data) => [...builtWarnings(data), ...data.notes],
});

import * as t from 'typebox';
import { catalogFiles } from '../../catalog/catalog-files.js';
import { rebuildInTurn } from '../../catalog/rebuild-in-turn.js';
import { clawable } from '../../cli/command.js';
import { neutral } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import { builtAnswer, builtFields, builtWarnings, renderBuilt } from './catalog-answer.js';

export default clawable({
  name: 'catalog build',
  group: 'catalog',
  summary: 'Rebuild the catalog’s index',
  description:
    'Rebuilds the index that search and recommend read. Imports and removals do this automatically; run it after you changed a large catalog by hand. The index is replaced in one step, so readers never see half of one.',
  examples: [
    { line: 'ctx catalog build', says: 'after a source was changed by hand' },
    { line: 'ctx catalog build --output-format json', says: 'with all counts' },
  ],
  arguments: {},
  flags: {},
  returns: t.Object(
    { index: t.String(), bytes: t.Integer(), ...builtFields, notes: t.Array(t.String()) },
    closed,
  ),
  async run(_, { env, program }) {
    const place = catalogFiles(env, program);
    const built = await rebuildInTurn(place);
    return { index: place.index, bytes: built.bytes.length, ...builtAnswer(built.meta), notes: [] };
  },
  render: (data, terminal) =>
    `${renderBuilt(data, terminal)}${(data.bytes / 2 ** 20).toFixed(1)} MiB in ${neutral(data.index)}\n`,
  warnings: (data) => [...builtWarnings(data), ...data.notes],
});

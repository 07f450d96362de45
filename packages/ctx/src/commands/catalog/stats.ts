import * as t from 'typebox';
import { catalogFiles } from '../../catalog/catalog-files.js';
import { DamagedIndex } from '../../catalog/index/bytes.js';
import { indexBytes, openIndex } from '../../catalog/open-index.js';
import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { neutral } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import { builtAnswer, builtFields, builtWarnings, renderBuilt } from './catalog-answer.js';

export default clawable({
  name: 'catalog stats',
  group: 'catalog',
  summary: 'Count the entries of the catalog',
  description:
    'Counts entries and edges by kind. Lists the imports, the location of the index, and what the index leaves out. --verify checks every block of the index against its checksum.',
  examples: [
    { line: 'ctx catalog stats', says: 'the size of the catalog' },
    { line: 'ctx catalog stats --verify', says: 'and whether the index is whole' },
  ],
  arguments: {},
  flags: { verify: flag.switch('check the whole index') },
  returns: t.Object(
    {
      index: t.String(),
      bytes: t.Integer(),
      verified: t.Boolean(),
      ...builtFields,
      notes: t.Array(t.String()),
    },
    closed,
  ),
  async run({ flags }, { env, program }) {
    const place = catalogFiles(env, program);
    const { index, notes } = await openIndex(place);
    try {
      const problem = flags.verify ? problemOf(() => index.verify()) : undefined;
      const found =
        problem === undefined ? [] : [`the index is damaged: ${problem}; run \`ctx catalog build\``];
      return {
        index: place.index,
        bytes: indexBytes(place),
        verified: flags.verify && problem === undefined,
        ...builtAnswer(index.meta),
        notes: [...notes, ...found],
      };
    } finally {
      index.close();
    }
  },
  render: (data, terminal) =>
    `${renderBuilt(data, terminal)}${(data.bytes / 2 ** 20).toFixed(1)} MiB in ${neutral(data.index)}${data.verified ? ', every block whole' : ''}\n`,
  warnings: (data) => [...builtWarnings(data), ...data.notes],
});

function problemOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof DamagedIndex) return error.message;
    throw error;
  }
}

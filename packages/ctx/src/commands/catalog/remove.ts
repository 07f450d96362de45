import * as t from 'typebox';
import { catalogFiles } from '../../catalog/catalog-files.js';
import { readSource } from '../../catalog/read-source.js';
import { rebuildAfterChange } from '../../catalog/rebuild-in-turn.js';
import { listSources, starterName } from '../../catalog/sources.js';
import { removeSource, writeSource } from '../../catalog/write-source.js';
import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { fail } from '../../protocol/codes.js';
import { counted } from '../../text/counted.js';
import { nearest } from '../../text/nearest.js';
import { builtAnswer, builtFields, builtWarnings, closed, renderBuilt } from './catalog-answer.js';

export default clawable({
  name: 'catalog remove',
  group: 'catalog',
  summary: 'Take an import, or one of its entries, out of the catalog',
  description:
    'NAME is an import as `ctx catalog stats` lists it, or the id of one entry of an import. The files that it was imported from are not touched. The starter catalog ships with the program and stays.',
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
    const removed = name.includes(':') ? await removeEntry(name) : await removeWhole();
    const built = await rebuildAfterChange(place, 'It was removed');
    return { name, removed, ...builtAnswer(built.meta), notes: [] };

    async function removeWhole(): Promise<number> {
      const sources = await listSources(place);
      if (name === starterName) throw fail('catalog_starter_kept', { operation: 'remove', target: name });
      const source = sources.find((candidate) => candidate.name === name);
      const known = sources.map((candidate) => candidate.name).filter((other) => other !== starterName);
      if (source === undefined) {
        throw fail('catalog_source_unknown', {
          operation: 'remove',
          target: name,
          known,
          nearest: nearest(name, known),
        });
      }
      const entries = [...readSource(source, () => undefined)].length;
      removeSource(place, name);
      return entries;
    }

    async function removeEntry(id: string): Promise<number> {
      for (const source of await listSources(place)) {
        const entries = [...readSource(source, () => undefined)];
        if (!entries.some((entry) => entry.id === id)) continue;
        if (source.name === starterName)
          throw fail('catalog_starter_kept', { operation: 'remove', target: id });
        writeSource(
          place,
          source.name,
          entries.filter((entry) => entry.id !== id),
        );
        return 1;
      }
      throw fail('catalog_entry_unknown', { operation: 'remove', target: id });
    }
  },
  render: (data, terminal) =>
    `${counted(data.removed, 'entry', 'entries')} removed\n${renderBuilt(data, terminal)}`,
  warnings: (data) => [...builtWarnings(data), ...data.notes],
});

import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { openContext } from '../../memory/context.js';
import { changePad } from '../../memory/pad/change.js';
import { added, tagsFrom } from '../../memory/pad/entries.js';
import { entriesFromFile } from '../../memory/pad/import.js';
import { closed } from '../../protocol/closed.js';
import { acceptFlag, accepting } from './accepting.js';
import { changedAnswer, changedFields, changeWarnings } from './pad-answer.js';

export default clawable({
  name: 'pad import',
  group: 'memory',
  summary: 'Import another pad, or files, into the pad',
  description:
    'Another pad (scratchpad.age or scratchpad.md) adds its entries with their times and tags, under new ids. Any other text file becomes one entry, any other file a file entry. If your key does not open an encrypted file, nothing is added from any of the files.',
  examples: [
    { line: 'ctx pad import ../other/.context/scratchpad.age', says: 'the entries of another project' },
    { line: 'ctx pad import notes.md --tag old', says: 'a text file as one entry' },
  ],
  arguments: { file: argument.many('the files') },
  flags: { ...acceptFlag, tag: flag.texts('a tag for all of them', 'TAG') },
  returns: t.Object({ added: t.Array(t.Integer()), ...changedFields }, closed),
  async run({ args, flags }, services) {
    const context = openContext(services);
    const tags = tagsFrom(flags.tag);
    const at = new Date(services.clock.now()).toISOString();
    const entries = (await Promise.all(args.file.map((file) => entriesFromFile(file, at, services)))).flat();
    const news = entries.map((entry) => ({ ...entry, tags: [...new Set([...entry.tags, ...tags])] }));
    const changed = await changePad(context, accepting({ flags }, services), 'import', (pad) =>
      news.length === 0 ? pad : added(pad, news),
    );
    const ids = changed.pad.entries.slice(changed.pad.entries.length - news.length).map(({ id }) => id);
    return { added: ids, ...changedAnswer(context, changed) };
  },
  render: ({ added: ids, total }) =>
    ids.length === 0 ? 'There was nothing to add.' : `Added ${ids.join(', ')}; in all there are ${total}.`,
  warnings: changeWarnings,
});

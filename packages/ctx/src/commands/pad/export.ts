import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { openContext } from '../../memory/context.js';
import { entryId, findEntry } from '../../memory/pad/entries.js';
import { exportEntries } from '../../memory/pad/export.js';
import { readPad } from '../../memory/pad/open.js';
import { closed } from '../../protocol/closed.js';

export default clawable({
  name: 'pad export',
  group: 'memory',
  summary: 'Export pad entries to a folder, one file each',
  description:
    'Writes texts as pad-ID.md, and files under their own name, made safe. Existing files are not replaced without --force. The exported files are plain text, readable by you alone (mode 0600).',
  examples: [
    { line: 'ctx pad export ./out', says: 'all entries' },
    { line: 'ctx pad export ./out 3 5', says: 'only these' },
  ],
  arguments: {
    folder: argument.one('the folder to write to; created if missing'),
    id: argument.any('the numbers of the entries (default: all)'),
  },
  flags: { force: flag.switch('replace files that are there') },
  returns: t.Object(
    {
      files: t.Array(t.Object({ id: t.Integer(), path: t.String() }, closed)),
    },
    closed,
  ),
  async run({ args, flags }, services) {
    const { pad } = await readPad(openContext(services), services);
    const ids = args.id.map(entryId);
    const entries = ids.length === 0 ? pad.entries : [...new Set(ids)].map((id) => findEntry(pad, id));
    const files = exportEntries(entries, args.folder, services.cwd, flags.force);
    return { files: files.map(({ id, path }) => ({ id, path })) };
  },
  render: ({ files }) =>
    files.length === 0 ? 'The pad is empty.' : files.map(({ id, path }) => `${id}  ${path}\n`).join(''),
});

import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { neutral } from '../../cli/terminal.js';
import { openContext } from '../../memory/context.js';
import { entryId, findEntry } from '../../memory/pad/entries.js';
import { readPad } from '../../memory/pad/open.js';
import { closed } from '../../protocol/closed.js';
import { entryAnswer, entrySchema } from './pad-answer.js';

export default clawable({
  name: 'pad show',
  group: 'memory',
  summary: 'Show a pad entry in full',
  description:
    'Prints the text exactly as it was added, and nothing else, so that you can pipe it. For a file it prints name and size; `ctx pad export` writes the file, and JSON output has its content as base64.',
  examples: [
    { line: 'ctx pad show 3', says: 'the whole text' },
    { line: 'ctx pad show 3 --output-format json', says: 'with its tags and time' },
  ],
  arguments: { id: argument.one('the number of the entry') },
  flags: {},
  returns: t.Object({ entry: entrySchema, base64: t.Optional(t.String()) }, closed),
  async run({ args }, services) {
    const { pad } = await readPad(openContext(services), services);
    const entry = findEntry(pad, entryId(args.id));
    const { content } = entry;
    return {
      entry: entryAnswer(entry),
      ...(content.kind === 'file' ? { base64: content.bytes.toString('base64') } : {}),
    };
  },
  exact: true,
  render({ entry }, terminal) {
    if (entry.text !== undefined) return terminal.interactive ? neutral(entry.text) : entry.text;
    return `File ${neutral(entry.name ?? '')}, ${entry.bytes} bytes. Write it out: ctx pad export FOLDER ${entry.id}`;
  },
});

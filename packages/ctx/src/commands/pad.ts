import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { openContext, shownPath } from '../memory/context.js';
import { tagsFrom } from '../memory/pad/entries.js';
import { readPad } from '../memory/pad/open.js';
import { closed } from '../protocol/closed.js';
import { entryAnswer, entryLine, entrySchema } from './pad/pad-answer.js';

export default clawable({
  name: 'pad',
  group: 'memory',
  summary: 'List the scratchpad: private notes, encrypted on disk',
  description:
    'Lists the pad’s entries in order, each with the id that the other pad commands take. The pad is one file, encrypted in the age format with your key (~/.config/ctx/identity.txt, CTX_AGE_IDENTITY or CTX_AGE_PASSPHRASE); `age -d` opens it, too.',
  examples: [
    { line: 'ctx pad', says: 'what is on the pad' },
    { line: 'ctx pad --tag deploy', says: 'only what has this tag' },
    { line: 'ctx pad --output-format json', says: 'all of it, for a program' },
  ],
  arguments: {},
  flags: { tag: flag.texts('only entries with this tag; several: with all of them', 'TAG') },
  returns: t.Object(
    {
      file: t.Union([t.String(), t.Null()]),
      form: t.Enum(['encrypted', 'plain', 'none']),
      entries: t.Array(entrySchema),
    },
    closed,
  ),
  async run({ flags }, services) {
    const context = openContext(services);
    const tags = tagsFrom(flags.tag);
    const { pad, file } = await readPad(context, services);
    const wanted = pad.entries.filter((entry) => tags.every((tag) => entry.tags.includes(tag)));
    const form: 'encrypted' | 'plain' | 'none' = file?.form ?? 'none';
    return {
      file: file === undefined ? null : shownPath(context, file.path),
      form,
      entries: wanted.map(entryAnswer),
    };
  },
  render({ entries, form }, terminal) {
    if (form === 'none') return 'The pad is empty. Write on it: ctx pad add "…"';
    if (entries.length === 0) return 'Nothing to show.';
    const idWidth = Math.max(...entries.map(({ id }) => String(id).length));
    return entries.map((entry) => entryLine(entry, terminal, idWidth)).join('');
  },
});

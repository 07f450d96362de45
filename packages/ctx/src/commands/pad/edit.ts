import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { openContext } from '../../memory/context.js';
import { checked, givenText } from '../../memory/given.js';
import { changePad } from '../../memory/pad/change.js';
import type { Pad } from '../../memory/pad/document.js';
import { edited, entryId, findEntry } from '../../memory/pad/entries.js';
import { fail } from '../../protocol/codes.js';
import { acceptFlag, accepting } from './accepting.js';
import { changedEntry, changedEntryAnswer, changeWarnings, entryLine } from './pad-answer.js';

export default clawable({
  name: 'pad edit',
  group: 'memory',
  summary: 'Replace the text of a pad entry',
  description:
    'Replaces the text of an entry, or adds lines to it. The entry keeps its id, position and tags.',
  examples: [
    { line: 'ctx pad edit 3 "the new text"', says: 'replace it' },
    { line: 'ctx pad edit 3 --append "one more line"', says: 'add to it' },
    { line: 'ctx pad show 3 | sed s/old/new/ | ctx pad edit 3 -', says: 'through a pipe' },
  ],
  arguments: {
    id: argument.one('the number of the entry'),
    text: argument.many('the new text; - reads it from stdin'),
  },
  flags: { ...acceptFlag, append: flag.switch('add the text as further lines') },
  returns: changedEntry,
  async run({ args, flags }, services) {
    const context = openContext(services);
    const id = entryId(args.id);
    const given = givenText(args.text, 'The text');
    const at = new Date(services.clock.now()).toISOString();
    const changed = await changePad(context, accepting({ flags }, services), 'edit', (pad) => {
      const old = textOf(pad, id);
      const text = flags.append ? checked(`${old}\n${given}`, 'The text') : given;
      return edited(pad, id, { kind: 'text', text }, at);
    });
    return changedEntryAnswer(context, changed, id);
  },
  render: ({ entry }, terminal) => `Changed ${entryLine(entry, terminal, 1)}`,
  warnings: changeWarnings,
});

function textOf(pad: Pad, id: number): string {
  const { content } = findEntry(pad, id);
  if (content.kind === 'text') return content.text;
  throw fail('text_not_plain', {
    operation: 'edit',
    target: `Entry ${id}`,
    reason: `it is the file ${content.name}`,
  });
}

import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { openContext } from '../../memory/context.js';
import { changePad } from '../../memory/pad/change.js';
import { entryId, tagged, tagsFrom } from '../../memory/pad/entries.js';
import { fail } from '../../protocol/codes.js';
import { acceptFlag, accepting } from './accepting.js';
import { changedEntry, changedEntryAnswer, changeWarnings, entryLine } from './pad-answer.js';

export default clawable({
  name: 'pad tag',
  group: 'memory',
  summary: 'Add or remove tags of a pad entry',
  description: 'Tags consist of letters, digits, `_`, `-`, `.` and `/`, with or without # in front.',
  examples: [
    { line: 'ctx pad tag 3 deploy urgent', says: 'add two tags' },
    { line: 'ctx pad tag 3 --remove urgent', says: 'take one away' },
  ],
  arguments: { id: argument.one('the number of the entry'), tag: argument.any('tags to add') },
  flags: { ...acceptFlag, remove: flag.texts('a tag to remove', 'TAG') },
  returns: changedEntry,
  async run({ args, flags }, services) {
    const context = openContext(services);
    const id = entryId(args.id);
    const add = tagsFrom(args.tag);
    const remove = tagsFrom(flags.remove);
    if (add.length + remove.length === 0) {
      const choices = ['a tag to add', '--remove TAG'];
      throw fail('flag_choice_missing', { operation: 'argparse', target: 'pad tag', choices });
    }
    const changed = await changePad(context, accepting({ flags }, services), 'tag', (pad) =>
      tagged(pad, id, add, remove),
    );
    return changedEntryAnswer(context, changed, id);
  },
  render: ({ entry }, terminal) => `Now ${entryLine(entry, terminal, 1)}`,
  warnings: changeWarnings,
});

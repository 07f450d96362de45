import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { addedSchema, addFlags, addToLedger, renderAdded, titleArgument } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'learning add',
  group: 'memory',
  summary: 'Write down what was found out the hard way',
  description:
    'Adds to the end of .context/LEARNINGS.md, which people can edit too: everything else in it stays byte for byte.',
  examples: [
    {
      line: 'ctx learning add "fsync of a folder fails on macOS" --apply "ignore EINVAL there"',
      says: 'with what to do about it',
    },
    { line: 'ctx learning add --json-file learning.json', says: 'from a program: {"title": …, "lesson": …}' },
  ],
  arguments: titleArgument,
  flags: {
    context: flag.text('where it came up', 'TEXT'),
    lesson: flag.text('what was learned', 'TEXT'),
    apply: flag.text('what to do about it from now on', 'TEXT'),
    ...addFlags,
  },
  returns: addedSchema,
  run({ args, flags }, services) {
    const { context, lesson, apply } = flags;
    const input = {
      title: args.title,
      fields: { context, lesson, apply },
      tags: flags.tag,
      jsonFile: flags['json-file'],
    };
    return addToLedger('learning', input, services);
  },
  render: renderAdded,
});

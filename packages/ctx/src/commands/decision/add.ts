import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { addedSchema, addFlags, addToLedger, renderAdded, titleArgument } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'decision add',
  group: 'memory',
  summary: 'Write down a decision and why it was made',
  description:
    'Adds to the end of .context/DECISIONS.md, which people can edit too: everything else in it stays byte for byte.',
  examples: [
    {
      line: 'ctx decision add "Logs are append-only" --because "a crash must not lose the past"',
      says: 'with the reason',
    },
    {
      line: 'ctx decision add --json-file decision.json',
      says: 'from a program: {"title": …, "because": …}',
    },
  ],
  arguments: titleArgument,
  flags: {
    context: flag.text('what the situation was', 'TEXT'),
    because: flag.text('why it was decided so', 'TEXT'),
    consequence: flag.text('what follows from it', 'TEXT'),
    ...addFlags,
  },
  returns: addedSchema,
  run({ args, flags }, services) {
    const { context, because, consequence } = flags;
    const input = {
      title: args.title,
      fields: { context, because, consequence },
      tags: flags.tag,
      jsonFile: flags['json-file'],
    };
    return addToLedger('decision', input, services);
  },
  render: renderAdded,
});

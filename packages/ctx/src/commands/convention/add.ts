import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { addedSchema, addFlags, addToLedger, renderAdded, titleArgument } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'convention add',
  group: 'memory',
  summary: 'Write down how things are done here',
  description:
    'Adds to the end of .context/CONVENTIONS.md, which people can edit too: everything else in it stays byte for byte.',
  examples: [
    {
      line: 'ctx convention add "Tests lie beside the code" --example "lock.ts, lock.test.ts"',
      says: 'with an example',
    },
    {
      line: 'ctx convention add --json-file convention.json',
      says: 'from a program: {"title": …, "details": …}',
    },
  ],
  arguments: titleArgument,
  flags: {
    details: flag.text('how exactly', 'TEXT'),
    example: flag.text('an example', 'TEXT'),
    ...addFlags,
  },
  returns: addedSchema,
  run({ args, flags }, services) {
    const { details, example } = flags;
    const input = {
      title: args.title,
      fields: { details, example },
      tags: flags.tag,
      jsonFile: flags['json-file'],
    };
    return addToLedger('convention', input, services);
  },
  render: renderAdded,
});

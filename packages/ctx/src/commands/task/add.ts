import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { addedSchema, addFlags, addToLedger, renderAdded, titleArgument } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'task add',
  group: 'memory',
  summary: 'Write down something that is to be done',
  description:
    'Adds to the end of .context/TASKS.md, which people can edit too: everything else in it stays byte for byte.',
  examples: [
    { line: 'ctx task add "make the parser strict" --tag parser', says: 'a task with a tag' },
    { line: 'ctx task add "fix the flaky test" --details "it fails on Mondays"', says: 'with more to know' },
    {
      line: 'ctx task add --json-file task.json',
      says: 'from a program: {"title": …, "details": …, "tags": […]}',
    },
  ],
  arguments: titleArgument,
  flags: {
    details: flag.text('what else there is to know of it', 'TEXT'),
    ...addFlags,
  },
  returns: addedSchema,
  run({ args, flags }, services) {
    const { details } = flags;
    const input = { title: args.title, fields: { details }, tags: flags.tag, jsonFile: flags['json-file'] };
    return addToLedger('task', input, services);
  },
  render: renderAdded,
});

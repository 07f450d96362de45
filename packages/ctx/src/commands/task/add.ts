import { addCommand } from '../ledger/add-command.js';

export default addCommand('task', {
  summary: 'Add a task',
  examples: [
    { line: 'ctx task add "make the parser strict" --tag parser', says: 'a task with a tag' },
    { line: 'ctx task add "fix the flaky test" --details "it fails on Mondays"', says: 'with details' },
    {
      line: 'ctx task add --json-file task.json',
      says: 'from a program: {"title": …, "details": …, "tags": […]}',
    },
  ],
  fields: { details: 'more about it' },
});

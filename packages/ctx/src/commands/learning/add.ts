import { addCommand } from '../ledger/add-command.js';

export default addCommand('learning', {
  summary: 'Record a learning',
  examples: [
    {
      line: 'ctx learning add "fsync of a folder fails on macOS" --apply "ignore EINVAL there"',
      says: 'with what to do about it',
    },
    { line: 'ctx learning add --json-file learning.json', says: 'from a program: {"title": …, "lesson": …}' },
  ],
  fields: {
    context: 'where it came up',
    lesson: 'what was learned',
    apply: 'what to do about it from now on',
  },
});

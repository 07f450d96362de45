import { addCommand } from '../ledger/add-command.js';

export default addCommand('convention', {
  summary: 'Write down how things are done here',
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
  fields: { details: 'how exactly', example: 'an example' },
});

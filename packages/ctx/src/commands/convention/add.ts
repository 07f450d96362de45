import { addCommand } from '../ledger/add-command.js';

export default addCommand('convention', {
  summary: 'Record a convention',
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

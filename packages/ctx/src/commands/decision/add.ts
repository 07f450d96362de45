import { addCommand } from '../ledger/add-command.js';

export default addCommand('decision', {
  summary: 'Record a decision and its reason',
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
  fields: {
    context: 'what the situation was',
    because: 'why it was decided',
    consequence: 'what follows from it',
  },
});

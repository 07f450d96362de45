// A commit is a good moment to write down what it taught.

import { check } from '../check.js';
import { runs, shellCommand } from '../tool-use.js';

export const commitLearnings = check({
  name: 'commit-learnings',
  on: 'after-tool',
  throttle: 20,
  words: {
    context:
      'A commit was made. If it taught something that the next session should know, it can be kept: ctx learning add "…" --lesson "…"; a decision behind it: ctx decision add "…" --because "…".',
  },
  look({ event }) {
    const command = shellCommand(event.tool);
    return command !== undefined && runs(command, 'git commit') ? { facts: {} } : undefined;
  },
});

// Tasks that are not done, told to the person when the agent stops. Never while a hook keeps the agent going.

import { ledgers } from '../../memory/ledger/kinds.js';
import { readLedger } from '../../memory/ledger/read.js';
import { check } from '../check.js';
import { oneLine } from '../plain.js';

export const openTasks = check({
  name: 'open-tasks',
  on: 'stop',
  throttle: 'session',
  mayBlock: true,
  words: { message: 'tasks are open in .context/TASKS.md ({count}): {short}' },
  look({ event, context }) {
    if (event.again) return undefined;
    const open = readLedger(context, ledgers.task).items.filter(({ done }) => !done);
    if (open.length === 0) return undefined;
    const short =
      open
        .slice(0, 3)
        .map(({ title }) => oneLine(title, 80))
        .join('; ') + (open.length > 3 ? '; …' : '');
    return { facts: { count: open.length, short } };
  },
});

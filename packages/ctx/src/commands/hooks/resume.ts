import { clawable } from '../../cli/command.js';
import { neutral } from '../../cli/terminal.js';
import { setPaused } from '../../hooks/pause.js';
import { pauseSchema } from './hooks-answer.js';

export default clawable({
  name: 'hooks resume',
  group: 'hosts',
  summary: 'Resume paused hooks in this project',
  description: 'Ends what `ctx hooks pause` began.',
  examples: [{ line: 'ctx hooks resume', says: 'end the pause' }],
  arguments: {},
  flags: {},
  returns: pauseSchema,
  run: async (_, services) => setPaused(services, false),
  render: ({ root, changed }) =>
    `${changed ? 'Hooks speak again in' : 'Hooks were not paused in'} ${neutral(root)}.`,
});

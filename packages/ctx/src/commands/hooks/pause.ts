import { clawable } from '../../cli/command.js';
import { neutral } from '../../cli/terminal.js';
import { setPaused } from '../../hooks/pause.js';
import { pauseSchema } from './hooks-answer.js';

export default clawable({
  name: 'hooks pause',
  group: 'hosts',
  summary: 'Pause the hooks in this project',
  description:
    'Hooks stay installed, but do nothing in this project: they say, deny and record nothing. The pause is stored in your home, so that neither a repository nor an agent can pause them.',
  examples: [{ line: 'ctx hooks pause', says: 'pause them' }],
  arguments: {},
  flags: {},
  returns: pauseSchema,
  run: async (_, services) => setPaused(services, true),
  render: ({ root, changed }) =>
    `${changed ? 'Hooks are paused in' : 'Hooks were paused already in'} ${neutral(root)}.`,
});

import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { neutral } from '../../cli/terminal.js';
import { pausedRoot, resume } from '../../hooks/pause.js';
import { closed } from '../../protocol/closed.js';

export default clawable({
  name: 'hooks resume',
  group: 'hosts',
  summary: 'Let the hooks speak again in this project',
  description: 'Ends what `ctx hooks pause` began.',
  examples: [{ line: 'ctx hooks resume', says: 'go on' }],
  arguments: {},
  flags: {},
  returns: t.Object({ root: t.String(), paused: t.Boolean(), changed: t.Boolean() }, closed),
  async run(_, services) {
    const root = pausedRoot(services);
    return { root, changed: resume(root, services.env), paused: false };
  },
  render: ({ root, changed }) =>
    `${changed ? 'Hooks speak again in' : 'Hooks were not paused in'} ${neutral(root)}.`,
});

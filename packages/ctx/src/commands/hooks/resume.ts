import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { neutral } from '../../cli/terminal.js';
import { resume } from '../../hooks/pause.js';
import { openContext } from '../../memory/context.js';

export default clawable({
  name: 'hooks resume',
  group: 'hosts',
  summary: 'Let the hooks speak again in this project',
  description: 'Ends what `ctx hooks pause` began.',
  examples: [{ line: 'ctx hooks resume', says: 'go on' }],
  arguments: {},
  flags: {},
  returns: t.Object(
    { root: t.String(), paused: t.Boolean(), changed: t.Boolean() },
    { additionalProperties: false },
  ),
  async run(_, services) {
    const context = openContext(services);
    return { root: context.root, changed: resume(context.root, services.env), paused: false };
  },
  render: ({ root, changed }) =>
    `${changed ? 'Hooks speak again in' : 'Hooks were not paused in'} ${neutral(root)}.`,
});

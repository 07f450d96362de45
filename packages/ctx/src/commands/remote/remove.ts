import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { neutral } from '../../cli/terminal.js';
import { projectRoot } from '../../project/root.js';
import { closed } from '../../protocol/closed.js';
import { removeRemote } from '../../reach/remotes.js';

export default clawable({
  name: 'remote remove',
  group: 'run',
  summary: 'Remove a named server',
  description:
    'Removes a name that `ctx remote add` stored. The server, its sessions and the token’s file stay. A name that does not exist is not an error.',
  examples: [{ line: 'ctx remote remove build', says: 'remove it' }],
  arguments: { name: argument.one('its name') },
  flags: {},
  returns: t.Object({ name: t.String(), deleted: t.Boolean() }, closed),
  async run({ args: { name } }, services) {
    const place = { root: projectRoot(services), env: services.env };
    return { name, deleted: await removeRemote(name, place) };
  },
  render: ({ name, deleted }) =>
    deleted ? `${neutral(name)} is forgotten` : `there is no remote ${neutral(name)}`,
});

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
    'Takes a name away that `ctx remote add` kept. The server and its sessions stay as they are, and so does the token’s file. A name that is not there is no error.',
  examples: [{ line: 'ctx remote remove build', says: 'forget it' }],
  arguments: { name: argument.one('how it is called') },
  flags: {},
  returns: t.Object({ name: t.String(), deleted: t.Boolean() }, closed),
  async run({ args: { name } }, services) {
    const place = { root: projectRoot(services), env: services.env };
    return { name, deleted: await removeRemote(name, place) };
  },
  render: ({ name, deleted }) =>
    deleted ? `${neutral(name)} is forgotten` : `there is no remote ${neutral(name)}`,
});

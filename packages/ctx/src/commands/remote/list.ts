import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { columns } from '../../cli/terminal.js';
import { projectRoot } from '../../project/root.js';
import { closed } from '../../protocol/closed.js';
import { remotesOf } from '../../reach/remotes.js';
import { answered, remoteCells, remoteRow } from './remote-answer.js';

export default clawable({
  name: 'remote list',
  group: 'run',
  summary: 'List the named servers of this project',
  description: 'Lists what `ctx remote add` stored for this project. Connects to nothing.',
  examples: [{ line: 'ctx remote list', says: 'their names and addresses' }],
  arguments: {},
  flags: {},
  returns: t.Object({ remotes: t.Array(remoteRow) }, closed),
  async run(_input, services) {
    const remotes = remotesOf({ root: projectRoot(services), env: services.env });
    return { remotes: remotes.map(answered) };
  },
  render: ({ remotes }) =>
    remotes.length === 0
      ? 'This project has no remotes; `ctx remote add NAME URL` adds one.'
      : columns(remotes.map(remoteCells)),
});

import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { closed } from '../protocol/closed.js';

export default clawable({
  name: 'version',
  group: 'about',
  summary: 'Print the version',
  description: 'Prints the version of the program. `--version` in front of everything else does the same.',
  examples: [{ line: 'ctx --version', says: 'the version alone, for a script' }],
  arguments: {},
  flags: {},
  returns: t.Object({ program: t.String(), version: t.String() }, closed),
  run: async (_, { program }) => ({ program: program.name, version: program.version }),
  render: ({ program, version }) => `${program} ${version}`,
});

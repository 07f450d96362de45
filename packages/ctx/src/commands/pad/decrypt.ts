import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { openContext } from '../../memory/context.js';
import { changePad } from '../../memory/pad/change.js';
import { closed } from '../../protocol/closed.js';
import { acceptFlag, accepting } from './accepting.js';
import { changedAnswer, changedFields, changeWarnings } from './pad-answer.js';

export default clawable({
  name: 'pad decrypt',
  group: 'memory',
  summary: 'Store the pad as plain Markdown',
  description:
    'Turns scratchpad.age into scratchpad.md, which you can read and edit with any program. Git ignores it. `ctx pad encrypt` encrypts it again.',
  examples: [{ line: 'ctx pad decrypt', says: 'from now on anybody who reads your files can read it' }],
  arguments: {},
  flags: acceptFlag,
  returns: t.Object(changedFields, closed),
  async run({ flags }, services) {
    const context = openContext(services);
    return changedAnswer(
      context,
      await changePad(context, accepting({ flags }, services), 'decrypt', (pad) => pad, 'plain'),
    );
  },
  render: ({ file, total }) => `${file} is plain text now, for whoever can read the file. Entries: ${total}.`,
  warnings: changeWarnings,
});

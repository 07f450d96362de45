import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { openContext } from '../../memory/context.js';
import { changePad } from '../../memory/pad/change.js';
import { closed } from '../../protocol/closed.js';
import { acceptFlag, accepting } from './accepting.js';
import { changedAnswer, changedFields, changeWarnings } from './pad-answer.js';

export default clawable({
  name: 'pad encrypt',
  group: 'memory',
  summary: 'Encrypt a plain pad',
  description:
    'Turns scratchpad.md into scratchpad.age and deletes the plain file. The pad’s history still contains the plain text until it is pruned or cleared (`ctx pad undo --clear`). Run on an encrypted pad, it encrypts it again for the recipients in the config.',
  examples: [{ line: 'ctx pad encrypt', says: 'from now on only your key opens it' }],
  arguments: {},
  flags: acceptFlag,
  returns: t.Object(changedFields, closed),
  async run({ flags }, services) {
    const context = openContext(services);
    const changed = await changePad(
      context,
      accepting({ flags }, services),
      'encrypt',
      (pad) => ({ ...pad }),
      'encrypted',
    );
    return changedAnswer(context, changed);
  },
  render: ({ file, total }) => `${file} is encrypted. Entries: ${total}.`,
  warnings: changeWarnings,
});

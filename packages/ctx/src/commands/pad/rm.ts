import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { openContext } from '../../memory/context.js';
import { changePad } from '../../memory/pad/change.js';
import { entryId, removed } from '../../memory/pad/entries.js';
import { closed } from '../../protocol/closed.js';
import { acceptFlag, accepting } from './accepting.js';
import { changedAnswer, changedFields, changeWarnings } from './pad-answer.js';

export default clawable({
  name: 'pad rm',
  group: 'memory',
  summary: 'Remove pad entries',
  description:
    'Removes all of the given entries, or none if one id is unknown. Ids are never reused. `ctx pad undo` brings them back.',
  examples: [
    { line: 'ctx pad rm 3', says: 'remove one' },
    { line: 'ctx pad rm 3 5 8', says: 'remove several at once' },
  ],
  arguments: { id: argument.many('the numbers of the entries') },
  flags: acceptFlag,
  returns: t.Object({ removed: t.Array(t.Integer()), ...changedFields }, closed),
  async run({ args, flags }, services) {
    const context = openContext(services);
    const ids = [...new Set(args.id.map(entryId))];
    const changed = await changePad(context, accepting({ flags }, services), 'rm', (pad) =>
      removed(pad, ids),
    );
    return { removed: ids, ...changedAnswer(context, changed) };
  },
  render: ({ removed: ids, total }) => `Removed ${ids.join(', ')}; ${total} left. Back with: ctx pad undo`,
  warnings: changeWarnings,
});

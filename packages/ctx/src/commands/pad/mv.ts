import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { contradiction } from '../../cli/contradiction.js';
import { argument, flag } from '../../cli/inputs.js';
import { openContext } from '../../memory/context.js';
import { changePad } from '../../memory/pad/change.js';
import { entryId, moved, type Position } from '../../memory/pad/entries.js';
import { closed } from '../../protocol/closed.js';
import { fail } from '../../protocol/codes.js';
import { acceptFlag, accepting } from './accepting.js';
import { changedAnswer, changedFields, changeWarnings } from './pad-answer.js';

export default clawable({
  name: 'pad mv',
  group: 'memory',
  summary: 'Move a pad entry',
  description: 'Changes the order only: every entry keeps its id.',
  examples: [
    { line: 'ctx pad mv 7 --first', says: 'to the top' },
    { line: 'ctx pad mv 7 --after 3', says: 'behind entry 3' },
  ],
  arguments: { id: argument.one('the number of the entry') },
  flags: {
    ...acceptFlag,
    first: flag.switch('to the beginning'),
    last: flag.switch('to the end'),
    before: flag.text('before this entry', 'ID'),
    after: flag.text('after this entry', 'ID'),
  },
  returns: t.Object({ id: t.Integer(), order: t.Array(t.Integer()), ...changedFields }, closed),
  async run({ args, flags }, services) {
    const context = openContext(services);
    const id = entryId(args.id);
    const position = positionFrom(flags);
    const changed = await changePad(context, accepting({ flags }, services), 'mv', (pad) =>
      moved(pad, id, position),
    );
    const order = changed.pad.entries.map((entry) => entry.id);
    return { id, order, ...changedAnswer(context, changed) };
  },
  render: ({ order }) => `The order is now ${order.join(', ')}.`,
  warnings: changeWarnings,
});

function positionFrom(flags: {
  readonly first: boolean;
  readonly last: boolean;
  readonly before: string | undefined;
  readonly after: string | undefined;
}): Position {
  const given: [string, Position][] = [];
  if (flags.first) given.push(['--first', 'first']);
  if (flags.last) given.push(['--last', 'last']);
  if (flags.before !== undefined) given.push(['--before', { before: entryId(flags.before) }]);
  if (flags.after !== undefined) given.push(['--after', { after: entryId(flags.after) }]);
  const [first, second] = given;
  if (first === undefined) {
    const choices = ['--first', '--last', '--before ID', '--after ID'];
    throw fail('flag_choice_missing', { operation: 'argparse', target: 'pad mv', choices });
  }
  if (second !== undefined) {
    throw contradiction(first[0], second[0]);
  }
  return first[1];
}

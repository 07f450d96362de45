import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { openContext } from '../../memory/context.js';
import { mergeConflictedPad } from '../../memory/pad/merge-pads.js';
import { closed } from '../../protocol/closed.js';
import { acceptFlag, accepting } from './accepting.js';
import { changedAnswer, changedFields, changeWarnings } from './pad-answer.js';

export default clawable({
  name: 'pad merge',
  group: 'memory',
  summary: 'Merge a pad after a git conflict',
  description:
    'Resolves a conflict that `git merge`, `rebase` or `stash pop` left in the pad: merges the three versions that git keeps, entry by entry. Entries that either branch added stay; entries that either removed go, unless the other changed them; if both changed an entry, both versions stay, theirs under a new id. Then `git add` the file. If both scratchpad.age and scratchpad.md exist, it moves the plain entries into the encrypted pad. `ctx pad undo` restores the pad from before.',
  examples: [{ line: 'ctx pad merge', says: 'both branches’ entries in one pad; then `git add` it' }],
  arguments: {},
  flags: acceptFlag,
  returns: t.Object(
    {
      /** Entries of theirs that are new here, by the numbers that they have now. */
      added: t.Array(t.Integer()),
      /** Entries that they had removed. */
      removed: t.Array(t.Integer()),
      /** Entries that both changed: ours, and the number of theirs. */
      doubled: t.Array(t.Object({ id: t.Integer(), theirs: t.Integer() }, closed)),
      /** What is left to do. */
      next: t.Array(t.String()),
      ...changedFields,
    },
    closed,
  ),
  async run({ flags }, services) {
    const context = openContext(services);
    const merged = await mergeConflictedPad(context, accepting({ flags }, services));
    const { added, removed, doubled, conflicted } = merged;
    const answer = changedAnswer(context, merged);
    return {
      added: [...added],
      removed: [...removed],
      doubled: doubled.map((pair) => ({ ...pair })),
      next: conflicted ? [`git add ${answer.file}`] : [],
      ...answer,
    };
  },
  render({ added, removed, doubled, total, file, next }) {
    const news = [
      ...(added.length === 0 ? [] : [`new: number ${added.join(', ')}`]),
      ...(removed.length === 0 ? [] : [`removed: number ${removed.join(', ')}`]),
      ...doubled.map(({ id, theirs }) => `${id} was changed on both sides: theirs is ${theirs}`),
    ];
    const then = next.map((line) => `Next: ${line}\n`).join('');
    return `${file} holds both sides now. Entries: ${total}${news.length === 0 ? '' : `; ${news.join('; ')}`}.\n${then}`;
  },
  warnings: changeWarnings,
});

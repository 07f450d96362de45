import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { currentBranch } from '../../git/branch.js';
import { openContext, shownPath } from '../../memory/context.js';
import { checked, givenText } from '../../memory/given.js';
import { writeHandover } from '../../memory/write-handover.js';
import { closed } from '../../protocol/closed.js';
import { fail } from '../../protocol/codes.js';

export default clawable({
  name: 'handover write',
  group: 'memory',
  summary: 'Leave a note for the next session',
  description:
    'Writes a Markdown file to .context/handovers/ with your text and the branch. `ctx brief` shows the newest one first.',
  examples: [
    {
      line: 'ctx handover write "The parser is strict now." --next "the same for the lexer"',
      says: 'where things stand',
    },
    { line: 'ctx handover write - --blocked "no access to staging"', says: 'a longer text on stdin' },
  ],
  arguments: { text: argument.any('where things stand; - reads it from stdin') },
  flags: {
    done: flag.texts('something that is done', 'TEXT'),
    next: flag.texts('something to do next', 'TEXT'),
    blocked: flag.texts('what is in the way', 'TEXT'),
  },
  returns: t.Object({ file: t.String(), branch: t.Union([t.String(), t.Null()]) }, closed),
  async run({ args, flags }, services) {
    const context = openContext(services);
    const { done, next, blocked } = flags;
    for (const item of [...done, ...next, ...blocked]) checked(item, 'The text');
    if (args.text.length + done.length + next.length + blocked.length === 0) {
      throw fail('text_missing', { operation: 'read', target: 'The handover' });
    }
    const text = args.text.length === 0 ? undefined : givenText(args.text, 'The text');
    const branch = currentBranch(context.root);
    const path = writeHandover(context, { text, done, next, blocked, branch }, services.clock.now());
    return { file: shownPath(context, path), branch: branch ?? null };
  },
  render: ({ file }) => `Written: ${file}`,
});

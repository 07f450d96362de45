import { basename } from 'node:path';
import { clawable } from '../../cli/command.js';
import { contradiction } from '../../cli/contradiction.js';
import { argument, flag } from '../../cli/inputs.js';
import { openContext } from '../../memory/context.js';
import { givenFile, givenText } from '../../memory/given.js';
import { changePad } from '../../memory/pad/change.js';
import type { PadContent } from '../../memory/pad/document.js';
import { added, tagsFrom } from '../../memory/pad/entries.js';
import { acceptFlag, accepting } from './accepting.js';
import { changedEntry, changedEntryAnswer, changeWarnings, entryLine, secrecyOf } from './pad-answer.js';

export default clawable({
  name: 'pad add',
  group: 'memory',
  summary: 'Add an entry to the pad',
  description:
    'Adds a text of any number of lines, or a file. Your first entry creates your key, and says where it is. Many processes can add at the same time.',
  examples: [
    { line: 'ctx pad add "staging password is in the vault" --tag deploy', says: 'a note with a tag' },
    { line: 'git diff | ctx pad add -', says: 'what comes on stdin, with all its lines' },
    { line: 'ctx pad add --file client.pem', says: 'a file, up to 1 MiB' },
  ],
  arguments: { text: argument.any('the text; - reads it from stdin') },
  flags: {
    ...acceptFlag,
    tag: flag.texts('a tag', 'TAG'),
    file: flag.text('keep this file instead of text', 'FILE'),
  },
  returns: changedEntry,
  async run({ args, flags }, services) {
    const context = openContext(services);
    const tags = tagsFrom(flags.tag);
    const content = contentFrom(args.text, flags.file, services.cwd);
    const at = new Date(services.clock.now()).toISOString();
    const changed = await changePad(context, accepting({ flags }, services), 'add', (pad) =>
      added(pad, [{ at, tags, content }]),
    );
    return changedEntryAnswer(context, changed, changed.pad.next - 1);
  },
  render: (answer, terminal) => `Added ${entryLine(answer.entry, terminal, 1)}(${secrecyOf(answer)})\n`,
  warnings: changeWarnings,
});

function contentFrom(words: readonly string[], file: string | undefined, cwd: string): PadContent {
  if (file === undefined) return { kind: 'text', text: givenText(words, 'The text') };
  if (words.length > 0) throw contradiction('TEXT', '--file');
  return { kind: 'file', name: basename(file), bytes: givenFile(file, cwd) };
}

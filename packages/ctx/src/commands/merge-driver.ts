import { resolve } from 'node:path';
import { foreign } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { writeAtomically } from '../disk/atomic.js';
import { readText } from '../disk/read.js';
import { conflictLeft } from '../memory/merge/driver.js';
import { mergeMemoryFile } from '../memory/merge/merge-file.js';
import { fail } from '../protocol/codes.js';

export default foreign({
  name: 'merge-driver',
  group: 'memory',
  summary: 'Merge a memory file (called by git)',
  description:
    'The merge driver that `ctx init` sets up in a clone: merges a ledger item by item, and reminders. What either branch added stays, what either put away goes, and an item that both changed in different ways is left between marks. Writes the result over OURS and ends with 0, or with 3 where it left marks. Ends with 1 and changes nothing where it cannot read a version; git then merges the lines itself.',
  examples: [
    {
      line: 'ctx merge-driver base.md ours.md theirs.md .context/TASKS.md',
      says: 'what git would get for these three versions, in ours.md',
    },
  ],
  arguments: {
    base: argument.one('the file with the version before both branches'),
    ours: argument.one('the file with our version, which gets the result'),
    theirs: argument.one('the file with their version'),
    path: argument.one('what the file is called in the repository'),
  },
  flags: {},
  speaks: 'git’s merge drivers',
  async run({ args }, { cwd }) {
    const ours = resolve(cwd, args.ours);
    const texts = {
      base: readText(resolve(cwd, args.base)),
      ours: readText(ours),
      theirs: readText(resolve(cwd, args.theirs)),
    };
    const merged = mergeMemoryFile(args.path, texts);
    if (merged === undefined) throw fail('merge_unknown', { operation: 'merge', target: args.path });
    writeAtomically(ours, merged.text);
    return { stdout: '', exitCode: merged.conflicts === 0 ? 0 : conflictLeft };
  },
});

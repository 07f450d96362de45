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
    'The merge driver that `ctx init` sets up in a clone. Merges ledgers item by item, and reminders: items that either branch added stay, items that either archived go, and an item that both changed differently is left between conflict markers. Writes the result over OURS and exits with 0, or with 3 if it left markers. If it cannot read a version, it exits with 1 and changes nothing; git then merges line by line.',
  examples: [
    {
      line: 'ctx merge-driver base.md ours.md theirs.md .context/TASKS.md',
      says: 'what git would get for these three versions, in ours.md',
    },
  ],
  arguments: {
    base: argument.one('the common ancestor’s file'),
    ours: argument.one('the file with our version, which gets the result'),
    theirs: argument.one('the file with their version'),
    path: argument.one('the file’s path in the repository'),
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

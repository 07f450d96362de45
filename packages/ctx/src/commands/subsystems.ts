import { optedOut } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { readRooms } from '../cli/shipped.js';
import { columns } from '../cli/terminal.js';

export default optedOut({
  name: 'subsystems',
  group: 'about',
  summary: 'List the modules of ctx',
  description:
    'Lists each module of ctx’s sources with its number of files, its size in the built program, and its purpose.',
  examples: [
    { line: 'ctx subsystems', says: 'all modules' },
    { line: 'ctx subsystems --limit 3', says: 'the first three' },
  ],
  arguments: {},
  flags: { limit: flag.integerOr(100, 'how many to show', { min: 1 }) },
  reason: 'it is a filtered list for people; nobody has asked to automate it yet.',
  async run({ flags }, { program }) {
    const rooms = readRooms(program.shippedFolder);
    const rows = rooms
      .slice(0, flags.limit)
      .map(({ name, modules, bytes, purpose }) => [name, `${modules}`, `${bytes}`, purpose]);
    return columns([['module', 'files', 'bytes', 'what it is for'], ...rows]);
  },
});

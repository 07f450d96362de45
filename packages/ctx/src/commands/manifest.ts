import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { optedOut } from '../cli/command.js';

/** Where scripts/build/code-cache.ts keeps what V8 compiled. */
const keptCode = 'compiled';

export default optedOut({
  name: 'manifest',
  group: 'about',
  summary: 'List the files of this installation as Markdown',
  description:
    'Lists every file of the installed program with its size, for reviews and mirrors. Compiled code that ctx keeps to start faster is not listed: this machine made it, and ctx makes it again.',
  examples: [{ line: 'ctx manifest', says: 'what is installed' }],
  arguments: {},
  flags: {},
  reason: 'it is a Markdown report for people; nobody has asked to automate it yet.',
  async run(_, { program }) {
    const files = readdirSync(program.shippedFolder, { recursive: true, encoding: 'utf8' })
      // Another process may be writing it, or clearing it away.
      .filter((name) => name !== keptCode && !name.startsWith(keptCode + sep))
      .map((name) => ({ name, stat: statSync(join(program.shippedFolder, name)) }))
      .filter(({ stat }) => stat.isFile())
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const total = files.reduce((sum, { stat }) => sum + stat.size, 0);
    const rows = files.map(({ name, stat }) => `| ${name} | ${stat.size} |`);
    return [
      `# Manifest of ${program.name} ${program.version}`,
      '',
      `${files.length} files, ${total} bytes.`,
      '',
      '| file | bytes |',
      '| --- | ---: |',
      ...rows,
    ].join('\n');
  },
});

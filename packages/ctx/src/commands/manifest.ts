import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { optedOut } from '../cli/command.js';

export default optedOut({
  name: 'manifest',
  group: 'about',
  summary: 'List the files of this installation as Markdown',
  description: 'Lists every file of the installed program with its size, for reviews and mirrors.',
  examples: [{ line: 'ctx manifest', says: 'what is installed' }],
  arguments: {},
  flags: {},
  reason: 'it is a Markdown report for people; nobody has asked to automate it yet.',
  async run(_, { program }) {
    const files = readdirSync(program.shippedFolder, { recursive: true, encoding: 'utf8' })
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

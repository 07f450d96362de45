import { groups, optedOut } from '../cli/command.js';
import { readRooms, readTable } from '../cli/shipped.js';
import { projectCommands } from '../registry/project-commands.js';
import { counted } from '../text/counted.js';

export default optedOut({
  name: 'summary',
  group: 'about',
  summary: 'Print a Markdown summary of ctx and this project',
  description:
    'Prints what ctx can do, its modules, and the commands and tools of this project. Good to paste into an issue.',
  examples: [{ line: 'ctx summary', says: 'a page to paste' }],
  arguments: {},
  flags: {},
  reason: 'it is a Markdown report for people; nobody has asked to automate it yet.',
  async run(_, { program, cwd, env }) {
    const { commands } = readTable(program.shippedFolder);
    const rooms = readRooms(program.shippedFolder);
    const project = projectCommands(cwd, env);
    const used = groups.filter((group) => commands.some((entry) => entry.group === group));
    const kinds = (['command', 'skill', 'plugin'] as const).map((kind) => {
      const number = project.filter((entry) => entry.kind === kind).length;
      return `- ${counted(number, kind)}`;
    });
    return [
      `# ${program.name} ${program.version}`,
      '',
      '## Commands',
      '',
      '| group | with JSON output | text only | host protocol |',
      '| --- | --- | --- | --- |',
      ...used.map((group) => {
        const named = (surface: string) =>
          commands
            .flatMap((entry) => (entry.group === group && entry.surface === surface ? [entry.name] : []))
            .join(', ');
        return `| ${group} | ${named('clawable')} | ${named('opted-out')} | ${named('foreign')} |`;
      }),
      '',
      '## Modules',
      '',
      ...rooms.map(({ name, modules, purpose }) => `- **${name}** (${counted(modules, 'file')}): ${purpose}`),
      '',
      '## This project',
      '',
      ...kinds,
    ].join('\n');
  },
});
